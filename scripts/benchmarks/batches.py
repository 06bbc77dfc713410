"""The benchmark of the throughput of cullers, and of proofs without one: what is run and the table of it."""

from .tables import markdown, number

CULLERS = ("cpu", "gl", "none")


def key(problem, culler):
    """The name of a run in the result file."""
    return f"{problem} {culler}"


def table(rows_by_scene):
    """Markdown: one line per scene, culler and batch size, in the order given."""
    head = ["scene", "leaves", "culler", "batch", "motions / s", "(motion, link) tests / s", "of it sweeping", "motions culled",
            "tests culled", "motions proven free", "undecided"]
    rows = []
    for scene, reports in rows_by_scene:
        for report in reports:
            if "free" in report:
                rows.append([scene, "-", _culler(report), report["batch"], number(report["motions_per_s"]), "-", "-", "-", "-",
                             _percent(report["free"]), _percent(report["undecided"])])
                continue
            sweeping = report["sweep_s_per_motion"] * report["motions_per_s"]
            rows.append([scene, report["leaves"], _culler(report), report["batch"], number(report["motions_per_s"]),
                         number(report["tests_per_s"]), _percent(sweeping), _percent(report["culled_motions"]),
                         _percent(report["culled_links"]), "-", "-"])
    return markdown(head, rows)


def _culler(report):
    return f"{report['culler']}, {report['device']}"


def _percent(share):
    return f"{100.0 * share:.1f} %"
