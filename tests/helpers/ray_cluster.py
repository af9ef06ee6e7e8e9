"""One Ray cluster for all tests that need one: starting it takes longer than they do."""

import pytest


@pytest.fixture(scope="session")
def ray_cluster():
    """A cluster with a single node of one core on this machine. Who adds a node removes it."""
    pytest.importorskip("ray", reason="needs Ray, the extra `cluster`")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    yield cluster
    cluster.shutdown()
