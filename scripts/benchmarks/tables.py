"""Markdown tables and the numbers in them."""

import statistics


def number(value, digits=3):
    """A number with so many significant digits and no exponent; "-" for None."""
    if value is None:
        return "-"
    if value == 0:
        return "0"
    text = f"{value:.{digits}g}"
    return f"{float(text):.0f}" if "e" in text and abs(value) >= 1 else text


def median(values):
    """The median, or None without values; None among the values is left out."""
    known = [value for value in values if value is not None]
    return statistics.median(known) if known else None


def ratio(a, b):
    """a / b, or None where either is missing or b is 0."""
    return None if a is None or not b else a / b


def markdown(head, rows):
    """A Markdown table, columns padded to equal width; the first column to the left, all others to the right."""
    cells = [[str(cell) for cell in row] for row in [head, *rows]]
    if any(len(row) != len(head) for row in cells):
        raise ValueError("a row has another number of cells than the head")
    widths = [max(3, *(len(row[i]) for row in cells)) for i in range(len(head))]
    lines = []
    for row in cells:
        padded = [cell.ljust(width) if i == 0 else cell.rjust(width) for i, (cell, width) in enumerate(zip(row, widths))]
        lines.append("| " + " | ".join(padded) + " |")
    rule = ["-" * width if i == 0 else "-" * (width - 1) + ":" for i, width in enumerate(widths)]
    lines.insert(1, "| " + " | ".join(rule) + " |")
    return "\n".join(lines)
