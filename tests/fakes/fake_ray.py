"""A small fake of Ray: what a cluster may do with tasks, step by step and the same each time.

It has what protocol/match/cluster.py and protocol/train/cluster.py use. Nodes take tasks while they have
cores, and need some steps for each; a script loses, cuts off and adds nodes on the way. A task runs in this
process at the moment at which its node is through with it.
"""

import sys
from types import ModuleType, SimpleNamespace

PATIENCE = 6
"""Steps after which a node that is cut off is given up."""
WAITS = 3
"""Steps that a call of `wait` takes at most."""


class RayError(Exception):
    """Whatever goes wrong with a task."""


class NodeDied(RayError):
    """The node of a task was lost."""


class RayTaskError(RayError):
    """A task has raised something."""

    def __init__(self, cause):
        super().__init__(str(cause))
        self.cause = cause


class Node:
    """A machine: cores, and the steps that a task takes there."""

    def __init__(self, name, cpus=1, steps=1):
        self.name, self.cpus, self.steps = name, cpus, steps
        self.tasks, self.cut_since, self.gone = [], None, False


class Task:
    """A call on its way; `result` and `error` once it has come back."""

    def __init__(self, work, args, cpus, retries):
        self.work, self.args, self.cpus, self.retries = work, args, cpus, retries
        self.left, self.done = 0, False
        self.result = self.error = None


class FakeRay(ModuleType):
    """The module `ray`. `script` has functions of it by the step at which they are called."""

    def __init__(self, nodes, script=None):
        super().__init__("ray")
        self.nodes, self.script = list(nodes), dict(script or {})
        self.step, self.waiting, self.cancelled, self.runs = 0, [], [], []
        self.most_under_way = 0
        self._here = None
        self.exceptions = SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)

    def init(self, **_):
        """Nothing has to be started."""

    def shutdown(self):
        """Nothing has to be ended."""

    def cluster_resources(self):
        return {"CPU": float(sum(node.cpus for node in self.nodes if not node.gone))}

    def get_runtime_context(self):
        return SimpleNamespace(get_node_id=lambda: self._here.name)

    def remote(self, num_cpus, max_retries):
        def decorated(work):
            return SimpleNamespace(remote=lambda *args: self._begin(Task(work, args, num_cpus, max_retries)))

        return decorated

    def _begin(self, task):
        self.waiting.append(task)
        self.most_under_way = max(self.most_under_way, len(self._open()))
        return task

    def _open(self):
        return self.waiting + [task for node in self.nodes for task in node.tasks]

    def wait(self, tasks, num_returns, timeout):
        assert tasks and len(set(tasks)) == len(tasks) and timeout > 0
        for _ in range(WAITS):
            ready = [task for task in tasks if task.done][:num_returns]
            if ready:
                return ready, [task for task in tasks if task not in ready]
            self._advance()
        return [], tasks

    def get(self, task):
        assert task.done
        if task.error is not None:
            raise task.error
        return task.result

    def cancel(self, task, force):
        assert force
        self.cancelled.append(task)

    def _advance(self):
        self.step += 1
        assert self.step < 10_000, "nothing goes on"
        if self.step in self.script:
            self.script[self.step](self)
        for node in self.nodes:
            if node.cut_since is not None and self.step - node.cut_since > PATIENCE:
                self.lose(node, work_is_done=True)
        for node in self.nodes:
            while self.waiting and not node.gone and self._free(node) >= self.waiting[0].cpus:
                task = self.waiting.pop(0)
                task.left = node.steps
                node.tasks.append(task)
            for task in list(node.tasks) if node.cut_since is None else ():
                task.left -= 1
                if task.left <= 0:
                    node.tasks.remove(task)
                    self._run(task, node)

    @staticmethod
    def _free(node):
        return node.cpus - sum(task.cpus for task in node.tasks) if node.cut_since is None else 0

    def _run(self, task, node):
        self._here = node
        self.runs.append(task.args)
        before = sys.modules.get("ray")
        sys.modules["ray"] = self
        try:
            task.result = task.work(*task.args)
        except Exception as error:
            task.error = RayTaskError(error)
        finally:
            sys.modules["ray"] = before
        task.done = True

    def lose(self, node, work_is_done=False):
        """Lose a node with all that it has under way; it may have done the work, and only nobody hears of
        it."""
        if node.gone:
            return
        node.gone, node.cut_since = True, None
        tasks, node.tasks = node.tasks, []
        for task in tasks:
            if work_is_done:
                self._run(task, node)
                task.result, task.error, task.done = None, None, False
            if task.retries > 0:
                task.retries -= 1
                self.waiting.append(task)
            else:
                task.error, task.done = NodeDied(f"node {node.name} was lost"), True

    def cut(self, node):
        """Cut a node off: what it does goes on, and is not heard of."""
        node.cut_since = self.step

    def mend(self, node):
        """The node is there again, with all that it has done meanwhile."""
        node.cut_since = None

    def join(self, node):
        """Another node joins."""
        self.nodes.append(node)
