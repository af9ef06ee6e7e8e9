# cython: language_level=3, cdivision=True
"""The board of PolyClash: 302 points on the snub dodecahedron and the 600 lines between them.

Points 0-59 are the vertices, 60-209 the middles of the edges, 210-289 the centres of the triangles and
290-301 those of the pentagons. A point's code is the ascending tuple of the vertices it is the plain average
of. Lines run from the middle of an edge to its two ends and to the centres of its two faces, and nowhere
else; they cut every face into kites (centre, edge, vertex, edge).

All geometry is computed here from the golden ratio. What cannot be computed is the order in which PolyClash
counts alike things: it is stated by PENTAGONS for the vertices and by EDGES and TRIANGLES, which spell vertex
numbers with the letters of VERTEX.
"""

import math
from itertools import combinations

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.polyclash import graph`")

PENTAGONS = tuple(
    (turn, first, step, signs)
    for signs, rows in (
        ((1, 1, 1), ((0, 0, 1), (1, 0, 1), (2, 1, 1))),
        ((1, -1, -1), ((0, 4, -1), (2, 0, -1), (1, 4, -1))),
        ((-1, -1, 1), ((0, 0, 1), (1, 1, 1), (2, 0, 1))),
        ((-1, 1, -1), ((2, 0, -1), (1, 4, -1), (0, 4, -1))),
    )
    for turn, first, step in rows
)
"""The map from the first pentagon to each one. It has cyclic turns of the axes, the corner counted first, the
direction of counting, the signs of the coordinates."""

VERTEX = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
EDGES = (
    "6a466Z56674aab3aZa4504347ZYZZd5E05597Y7X781H1D1I0112DHGHCHHI0DDECD2IILIJ0E2L2M23AE9E9A9m89AmAnABlm8m"
    "mnBnnojnBoBpBCosjoopGpCppqCG8l8XXlWlklXYWXWkWwVWkwkxjkYdUYvwVwwxsxjxtxjs3b3MMbNbbcLMMNNcNfNOcfcecdUd"
    "deUeUiUVJLKLfgOfefeiivVihiVvGqFGFqqrSqFSFTFJJKJTKTKPKOSrRSSTPTPgOPPQOgstrsrttuRtRrRuQRhvuvhughQhQuQg"
)
TRIANGLES = (
    "46a6Za45667Z34a3ab0457YZYZd05E59E78X7XY1DH1HI01D12ICDHCGH0DE2ILIJL23M2LM9AE9Am89mAmnABn8lmBnojno"
    "BopBCpjosCGpGpq8XlWXlWklWkwVWwkwxjkxUYdVvwjsxstx3MbMNbNbcNcfNOfcdecefUdeUeiUViJKLOfgVivhivFGqFSq"
    "SqrFJTFSTJKTKPTKOPRSrOPgPQgrstRrtRtuQRuhuvQhuQgh"
)
BAND = 16
COLUMNS = 20
"""Points in a band of the map and columns they are spread over."""
FALSE_EYE = {3: 1, 4: 2, 5: 2}
"""Hostile corners across that make an eye a false one, by the number of neighbours."""


class BoardGraph:
    """The board as tables: `graph` for compiled code, the rest for people.

    `xyz` coordinates; `codes`; `neighbours` ascending; `kites` as (centre, edge, vertex, edge), small ones
    first; `shares` of the whole surface, one per kite; `names`, the point of every spelling of a code."""

    def __init__(self):
        corners = vertices()
        edges = in_order(pairs(corners), EDGES, 2)
        triples = in_order(triangles(edges), TRIANGLES, 3)
        rings = [tuple(range(v, v + 5)) for v in range(0, 60, 5)]
        self.codes = tuple([(v,) for v in range(60)] + edges + triples + rings)
        self.xyz = tuple([centre([corners[v] for v in code]) for code in self.codes])
        self.kites = cut(triples, rings, {edge: 60 + i for i, edge in enumerate(edges)})
        self.neighbours = tuple([tuple(sorted(near)) for near in joined(self.kites)])
        areas = [kite_area([self.xyz[p] for p in kite]) for kite in self.kites]
        total = math.fsum(areas)
        self.shares = tuple([area / total for area in areas])
        self.names = spellings(self.codes)
        self._tabulate()

    def _tabulate(self):
        """Fill `graph`."""
        across = [[] for _ in range(POINTS)]
        for i, kite in enumerate(self.kites):
            for at in range(4):
                self.graph.corner[i][at] = kite[at]
                across[kite[at]].append(kite[(at + 2) % 4])
        for p in range(POINTS + 1):
            near = self.neighbours[p] if p < POINTS else ()
            beyond = across[p] if p < POINTS else ()
            for at in range(MOST_NEAR):
                self.graph.spot[p].near[at] = near[at] if at < len(near) else POINTS
                self.graph.spot[p].across[at] = beyond[at] if at < len(beyond) else POINTS
            self.graph.spot[p].degree = len(near)
            self.graph.spot[p].spoilers = FALSE_EYE.get(len(near), 0)
        self.graph.small = math.fsum(self.shares[:SMALL_KITES]) / SMALL_KITES
        self.graph.large = math.fsum(self.shares[SMALL_KITES:]) / (KITES - SMALL_KITES)

    def chart(self) -> list:
        """A map: bands of BAND points from north (z up) to south, with (column, point) from west to east."""
        southward = sorted(range(POINTS), key=lambda p: (round(-self.xyz[p][2], 6), p))
        bands = []
        for first in range(0, POINTS, BAND):
            longitude = {
                p: math.atan2(self.xyz[p][1], self.xyz[p][0]) for p in southward[first : first + BAND]
            }
            band = sorted(longitude, key=lambda p: (round(longitude[p], 6), p))
            wanted = [int((longitude[p] / math.pi + 1) / 2 * COLUMNS) for p in band]
            column = -1
            places = []
            for i, p in enumerate(band):
                column = min(max(wanted[i], column + 1), COLUMNS - len(band) + i)
                places.append((column, p))
            bands.append(places)
        return bands


SHARED: list = []


def board():
    """The one board all games share, built on first use."""
    if not SHARED:
        SHARED.append(BoardGraph())
    return SHARED[0]


def vertices() -> list:
    """The 60 vertices by number, scaled so that the middles of edges are phi / xi from the centre."""
    phi = (1 + math.sqrt(5)) / 2
    # Written as floats: the division of two C integers is C's.
    root = math.sqrt(phi - 5.0 / 27.0)
    xi = ((phi + root) / 2) ** (1.0 / 3.0) + ((phi - root) / 2) ** (1.0 / 3.0)
    a = xi - 1 / xi
    b = xi * phi + phi * phi + phi / xi
    scale = phi / xi / (2 * b)
    ring = (
        (a / phi + b * phi - 1, b - a * phi + 1 / phi, a + b / phi + phi),
        (2 * b, 2, 2 * a),
        (a / phi + b * phi + 1, a * phi - b + 1 / phi, a + b / phi - phi),
        (a * phi + b + 1 / phi, a - b / phi - phi, b * phi - a / phi - 1),
        (a * phi + b - 1 / phi, b / phi - a - phi, b * phi - a / phi + 1),
    )
    numbered = []
    for turn, first, step, signs in PENTAGONS:
        for i in range(5):
            corner = ring[(first + step * i) % 5]
            numbered.append(tuple([scale * signs[k] * corner[(k + turn) % 3] for k in range(3)]))
    return numbered


def pairs(corners: list) -> list:
    """The pairs of vertices an edge joins: those nearest to each other."""
    apart = {(a, b): math.dist(corners[a], corners[b]) for a, b in combinations(range(60), 2)}
    limit = 1.01 * min(apart.values())
    return [pair for pair, distance in apart.items() if distance < limit]


def triangles(edges: list) -> list:
    """The triples of vertices of which each two are joined."""
    beyond = [set() for _ in range(60)]
    for a, b in edges:
        beyond[a].add(b)
    return [(a, b, c) for a, b in edges for c in beyond[a] & beyond[b]]


def in_order(codes: list, spelling: str, size: int) -> list:
    """The codes in the order in which the spelling names them; KeyError if it leaves one out."""
    named = [spelling[i : i + size] for i in range(0, len(spelling), size)]
    rank = {tuple([VERTEX.index(letter) for letter in name]): i for i, name in enumerate(named)}
    return sorted(codes, key=rank.__getitem__)


def cut(triples: list, rings: list, middle: dict) -> tuple:
    """The kites of all faces; `middle` is the point of an edge."""
    kites = []
    for number, face in enumerate(triples + rings):
        for i, v in enumerate(face):
            before, after = face[i - 1], face[(i + 1) % len(face)]
            ends = [middle[min(v, w), max(v, w)] for w in (before, after)]
            kites.append((210 + number, ends[0], v, ends[1]))
    return tuple(kites)


def joined(kites: tuple) -> list:
    """For each point the set of its neighbours: the sides of the kites are the lines of the board."""
    near = [set() for _ in range(POINTS)]
    for kite in kites:
        for i in range(4):
            near[kite[i]].add(kite[i - 1])
            near[kite[i - 1]].add(kite[i])
    return near


def spellings(codes: tuple) -> dict:
    """The point of every accepted spelling of a code. Vertices are joined by `-`, an edge in both directions,
    a face from any of its corners in the ascending direction."""
    return {
        "-".join([str(v) for v in code[i:] + code[:i]]): point
        for point, code in enumerate(codes)
        for i in range(len(code))
    }


def centre(corners: list) -> tuple:
    """The plain average of some points in space."""
    return tuple([math.fsum(axis) / len(corners) for axis in zip(*corners, strict=True)])


def kite_area(corners: list) -> float:
    """The area of a flat kite: half the product of its diagonals."""
    return math.dist(corners[0], corners[2]) * math.dist(corners[1], corners[3]) / 2


def dot(a: tuple, b: tuple) -> float:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: tuple, b: tuple) -> tuple:
    """The vector product."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
