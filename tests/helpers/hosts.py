"""Hosts of a Ray cluster with addresses of their own: network namespaces of this machine, joined by a bridge.

A host's link can be cut and mended, and a host can die. Ray asks for a token that only these hosts have.
"""

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile

PORT = 6399
STORE = str(80 * 2**20)
"""Bytes of a host's object store, which holds lines of games only."""


class NotAllowed(Exception):
    """This user may not make network namespaces here, or `ip` is missing."""


def ip(*words):
    try:
        done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    except OSError as error:
        raise NotAllowed(str(error)) from None
    if done.returncode:
        raise NotAllowed(done.stderr.strip())
    return done.stdout


class Host:
    """A namespace with one link to the bridge."""

    def __init__(self, name, address):
        self.name, self.address = name, address

    def cut(self):
        """Cut its link."""
        ip("-n", self.name, "link", "set", "eth0", "down")

    def mend(self):
        """Put the link right."""
        ip("-n", self.name, "link", "set", "eth0", "up")

    def die(self):
        """Kill all that runs there."""
        for pid in ip("netns", "pids", self.name).split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)


class Hosts:
    """The bridge, on the first host, and the hosts so far. The last thing to do is `close`."""

    def __init__(self):
        self._hosts = []
        # A path that is not too long for the sockets of Ray.
        self._folder = tempfile.mkdtemp(prefix="hosts", dir="/tmp")
        self.environment = {
            **os.environ,
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN": secrets.token_hex(32),
            "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
        }

    @property
    def address(self):
        """Address of the cluster."""
        return f"{self._hosts[0].address}:{PORT}"

    def add(self):
        """A host, without Ray."""
        number = len(self._hosts)
        host = Host(f"outflank{os.getpid()}-{number}", f"10.78.{os.getpid() % 250}.{number + 1}")
        ip("netns", "add", host.name)
        self._hosts.append(host)
        first = self._hosts[0].name
        ip("-n", host.name, "link", "set", "lo", "up")
        if number == 0:
            ip("-n", first, "link", "add", "eth0", "type", "bridge")
        else:
            port = f"port{number}"
            ip(
                "link",
                "add",
                port,
                "netns",
                first,
                "type",
                "veth",
                "peer",
                "name",
                "eth0",
                "netns",
                host.name,
            )
            ip("-n", first, "link", "set", port, "master", "eth0", "up")
        ip("-n", host.name, "addr", "add", f"{host.address}/24", "dev", "eth0")
        host.mend()
        return host

    def start(self):
        """A host with one core of the cluster, which the first one begins."""
        host = self.add()
        joins = ["--head", f"--port={PORT}", f"--temp-dir={self._folder}", "--include-dashboard=false"]
        if len(self._hosts) > 1:
            joins = [f"--address={self.address}"]
        ray = [sys.executable, "-m", "ray.scripts.scripts", "start", *joins]
        ray += [f"--node-ip-address={host.address}", "--num-cpus=1", f"--object-store-memory={STORE}"]
        done = self.begin(host, ray, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        out, _ = done.communicate(timeout=100)
        assert done.returncode == 0, out[-2000:]
        return host

    def begin(self, host, command, **streams):
        """A program on a host."""
        words = ["ip", "netns", "exec", host.name, *command]
        return subprocess.Popen(words, env=self.environment, **streams)

    def close(self):
        """Leave nothing behind."""
        for host in reversed(self._hosts):
            host.die()
            ip("netns", "del", host.name)
        shutil.rmtree(self._folder, ignore_errors=True)
