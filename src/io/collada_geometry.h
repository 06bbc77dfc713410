// One <mesh> of a COLLADA document.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <tinyxml2.h>

#include "io/mesh_soup.h"

namespace gapless {

/// The elements of a COLLADA document by their id.
class ColladaIds
{
public:
    ColladaIds(const tinyxml2::XMLElement& root, const std::string& label);

    /// The element that `attribute` of `from` refers to, "#id"; it must be a <name>.
    /// @throws InputError for a reference into another file, an unknown id and one that two elements have.
    const tinyxml2::XMLElement& follow(const tinyxml2::XMLElement& from, const char* attribute, const char* name) const;

    const std::string& label() const { return label_; }

private:
    std::map<std::string_view, std::vector<const tinyxml2::XMLElement*>> elements_;
    const std::string& label_;
};

/// All triangles, polygons, lines and strips of a <mesh>, in its own frame, in the document's unit.
/// @throws InputError naming the line of what is not taken (holes, splines, convex hulls of other meshes) or malformed.
MeshSoup readColladaMesh(const tinyxml2::XMLElement& geometry, const ColladaIds& ids, std::size_t most);

/// The numbers between an element's tags. @throws InputError if there is anything else.
std::vector<double> colladaNumbers(const tinyxml2::XMLElement& element, const std::string& label);
/// As above, `count` of them.
std::vector<double> colladaNumbers(const tinyxml2::XMLElement& element, const std::string& label, std::size_t count);

}  // namespace gapless
