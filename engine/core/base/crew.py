# cython: language_level=3, cdivision=True
"""Crews: threads without the GIL that simulate until there is a reason to stop.

What a simulation is, and what it leaves behind, is for the classes derived from `Crew` and `Hand` to say; how
long they work is decided here. One worker runs in the thread that asks, the others in threads of their own.
"""

import threading
from time import thread_time

import cython
from cython.cimports.cpython.exc import PyErr_CheckSignals

from .workers import CROWDED, SHORT, start_threads

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.base import crew`")


class Hand:
    """One worker of a crew: its memory is in the class derived from this."""


class Crew:
    """The contract: `hands`, `nodes` and `simulate_once` must be given, and `make_room` where memory may be
    full."""

    def __cinit__(self):
        self.share = 1.0

    def hands(self) -> list:
        """The workers of a run, the first of which works in the thread that asks. ValueError when there is
        nothing to search."""
        raise NotImplementedError

    @property
    def nodes(self) -> int:
        """The number of nodes there have ever been."""
        raise NotImplementedError

    def simulate_once(self, hand):
        """One simulation."""

    def set_out(self, hand):
        """The work of a worker before its first simulation of a slice."""

    def come_back(self, hand):
        """The work of a worker after its last simulation of a slice."""

    def obstacle(self, hand):
        """A reason to stop that is neither visits nor time: ENOUGH nodes, ALL_PROVEN, FULL, or GO_ON."""
        return GO_ON

    def make_room(self) -> bool:
        """Make room where memory is full; false when there was no time to finish."""
        return False

    def run(
        self,
        visits: cython.longlong,
        seconds: cython.double,
        bell: Bell,
        pause=None,
        slice: cython.double = 0.01,
        nodes: cython.longlong = 1 << 62,
    ) -> int:
        """Simulate until a limit is reached, the bell rings, or the outcome is proven; at least once. The
        limits are `visits` more, `nodes` more, and the time; a proof ends it where no move is banned. Between
        slices of that many seconds signals are served and `pause()` is asked, if given, whether that is
        enough. Returns the number of simulations. Where the core is shared with others a short search is left
        to one worker."""
        began: cython.double = seconds_now()
        used: cython.double = thread_time()
        helped: cython.bint = seconds >= SHORT or self.share > CROWDED
        hands = self.hands()
        first: Hand = hands[0]
        self.goal = max(1, visits)
        self.most_nodes = self.nodes + nodes
        self.end = began + seconds
        self.bell = bell
        shared_store64(cython.address(self.done), 0)
        while True:
            stopped = self.work_together(hands if helped else hands[:1], pause, slice)
            # Full memory does not stop a search while there is time to make room in it.
            if stopped or self.why_stop(first, True) != FULL or not self.make_room():
                self.share = share_after(self.share, seconds_now() - began, thread_time() - used)
                return self.made

    def why_stop(self, hand, look_at_clock):
        """The reason for all workers to stop, GO_ON without one. Full memory comes last, as room can be made.
        Every limit that is looked at while workers run is looked at here."""
        found: cython.int
        if shared_load64(cython.address(self.done)) >= self.goal:
            return ENOUGH
        if shared_is_set(cython.address(self.bell.rung)):
            return RUNG
        found = self.obstacle(hand)
        if found != FULL and found != GO_ON:
            return found
        if look_at_clock and seconds_now() >= self.end:
            return TIME_OVER
        return found

    def work_together(self, hands: list, pause, slice: cython.double) -> bool:
        """Have these workers work until there is a reason to stop; true when that is because `pause` says
        so."""
        first: Hand = hands[0]
        shared_set_flag(cython.address(self.halt), False)
        helpers = []
        try:
            for hand in hands[1:]:
                helpers.append(threading.Thread(target=self.help_out, args=(hand,), daemon=True))
            start_threads(helpers)
            while True:
                until: cython.double = min(self.end, seconds_now() + slice)
                with cython.nogil:
                    self.work(first, until)
                PyErr_CheckSignals()
                stopped = seconds_now() >= self.end or (pause is not None and pause())
                if stopped or shared_is_set(cython.address(self.halt)):
                    return bool(stopped)
        finally:
            shared_set_flag(cython.address(self.halt), True)
            for helper in helpers:
                if helper.ident is not None:
                    helper.join()

    def work(self, hand, until):
        """Simulate until that moment, or until there is a reason for every worker to halt. Several workers
        count together, where there are many simulations to count in steps."""
        step: cython.int = 1 if self.alone or self.goal <= FEW_VISITS else CHECK_EVERY
        count: cython.int = 0
        counted: cython.int = 0
        self.set_out(hand)
        while True:
            self.simulate_once(hand)
            count += 1
            if count - counted == step:
                self.count_done(step)
                counted = count
            if self.why_stop(hand, False) != GO_ON:
                shared_set_flag(cython.address(self.halt), True)
            if shared_is_set(cython.address(self.halt)):
                break
            if count % CHECK_EVERY == 0 and seconds_now() >= until:
                break
        self.come_back(hand)
        self.count_done(count - counted)

    def help_out(self, hand: Hand):
        """The work of another worker's thread: work until `halt` is set."""
        with cython.nogil:
            self.work(hand, self.end)

    def count_done(self, simulations):
        """Count simulations that were made."""
        if self.alone:
            self.done += simulations
        else:
            shared_add64(cython.address(self.done), simulations)

    @property
    def made(self) -> int:
        """The simulations of the run under way, or of the last one. While several workers are at it they are
        those of a moment ago."""
        return shared_load64(cython.address(self.done))
