"""The experiment with selectors of its own: patterns I to III, each with another rule where a cut may fall.

    run.py FILE.yaml OUT     prints the run's folder; needs the package mikpoly

For each leading kernel every position of the rule, and below or right of it the kernel that Eq. 2 likes best. Of these plans
`eq2-RULE` takes the one with the least Eq. 2, of equal ones the first, and `judged-RULE` the one with the least simulated time.
"""

import sys

import mikpoly
import numpy as np

PUBLISHED = ["mikpoly", "makespan", "oracle", "best-tile"]


def ceil_div(a, b):
    return -(-a // b)


def full_waves(extent, tile, across, slots, fewer):
    """The rows of tiles that fill so many waves less than fit."""
    waves = ceil_div(extent, tile) * across // slots - fewer
    return [waves * slots // across * tile] if waves >= 1 else []


RULES = {
    "most-waves": lambda extent, tile, across, slots: full_waves(extent, tile, across, slots, 0),
    "waves": lambda *place: full_waves(*place, 0) + full_waves(*place, 1),
    "ragged": lambda extent, tile, across, slots: [(ceil_div(extent, tile) - 1) * tile],
    "quarters": lambda extent, tile, across, slots: [(3 * extent + 2 * tile) // (4 * tile) * tile],
    "four": lambda *place: [*RULES["waves"](*place), *RULES["ragged"](*place), *RULES["quarters"](*place)],
    "any": lambda extent, tile, across, slots: range(tile, extent, tile),
}


class Cuts:
    def __init__(self, rule, judged):
        self.rule = rule
        self.judged = judged
        self.name = f"{'judged' if judged else 'eq2'}-{rule}"

    def select(self, shapes):
        planner = shapes.planner("mikpoly")
        m, n, k = (int(extents[0]) for extents in (shapes.m, shapes.n, shapes.k))
        costs, texts = Candidates(planner, RULES[self.rule], m, n, k).all()
        if self.judged:
            times = planner.simulate(planner.parse(texts, m=np.full(len(texts), m), n=n, k=k), threads=1)["time_us"]
            return [texts[int(np.argmin(times))]]
        return [texts[int(np.argmin(costs))]]


class Candidates:
    """Plans of one shape with one cut at most, and what Eq. 2 says of them."""

    def __init__(self, planner, rule, m, n, k):
        library = planner.library
        self.rule = rule
        self.m, self.n, self.k = m, n, k
        self.ids = library.kernel_ids
        self.tiles = library.tiles
        self.slots = planner.hardware.pe_count * library.occupancy
        steps = [ceil_div(k, int(tile[2])) for tile in self.tiles]
        self.task_us = np.array([library.g_predict(id, [count])[0] for id, count in zip(self.ids, steps)])

    def all(self):
        whole = [self.cost(kernel, self.m, True) for kernel in range(len(self.ids))]
        costs = [*whole]
        texts = [f"p1|I|{self.region(kernel, 0, self.m, 0, self.n)}|max_min" for kernel in range(len(self.ids))]
        for rows in (True, False):
            for leader in range(len(self.ids)):
                places = self.places(leader, rows)
                rest, follower = self.best_of_each((self.m if rows else self.n) - places, rows)
                costs += list(self.cost(leader, places, rows) + rest)
                texts += [self.cut(leader, int(second), int(place), rows) for second, place in zip(follower, places)]
        return np.array(costs), texts

    def places(self, leader, rows):
        extent, other = (self.m, self.n) if rows else (self.n, self.m)
        tile, across_tile = (int(self.tiles[leader, axis]) for axis in ((0, 1) if rows else (1, 0)))
        found = self.rule(extent, tile, ceil_div(other, across_tile), int(self.slots[leader]))
        return np.array(sorted({place for place in found if 0 < place < extent}), dtype=np.int64)

    def cost(self, kernel, extents, rows):
        """Eq. 2 of regions of so many rows (else columns)."""
        m, n = (extents, self.n) if rows else (self.m, extents)
        tasks = ceil_div(m, self.tiles[kernel, 0]) * ceil_div(n, self.tiles[kernel, 1])
        return ceil_div(tasks, self.slots[kernel]) * self.task_us[kernel]

    def best_of_each(self, extents, rows):
        costs = np.stack([self.cost(kernel, extents, rows) for kernel in range(len(self.ids))])
        return costs.min(axis=0), costs.argmin(axis=0)

    def cut(self, leader, follower, place, rows):
        first = self.region(leader, 0, place, 0, self.n) if rows else self.region(leader, 0, self.m, 0, place)
        second = self.region(follower, place, self.m, 0, self.n) if rows else self.region(follower, 0, self.m, place, self.n)
        return f"p1|{'II' if rows else 'III'}|{first}|{second}|max_min"

    def region(self, kernel, m0, m1, n0, n1):
        return f"{self.ids[kernel]}@{m0}-{m1}:{n0}-{n1}:0-{self.k}"


def main():
    own = [Cuts(rule, judged) for judged in (False, True) for rule in RULES]
    print(mikpoly.run(sys.argv[1], selectors=[*PUBLISHED, *own], out=sys.argv[2], overwrite=True).folder)


if __name__ == "__main__":
    main()
