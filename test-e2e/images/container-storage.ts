import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@tonriver/testing';
import { outputOf, runTool } from '../kubernetes/run-tool.ts';

/** Images and containers of one test, apart from all others of the machine. */
export interface ContainerStorage {
  /** A folder that is removed with it. */
  readonly path: string;
  /** Runs buildah or podman on it and returns its output. Throws with its complaints when it fails. */
  run(program: 'buildah' | 'podman', ...words: readonly string[]): Promise<string>;
  /** Everything that a container wrote so far: standard output, then standard error. */
  logsOf(container: string): Promise<string>;
  /** Ends its containers and removes everything, mounts too. */
  remove(): Promise<void>;
}

/**
 * Reads from a pipe whose other end only the test process holds. When that process closes it, or ends in whatever way,
 * everything is cleaned up: a container would outlive the test, and a mount would keep the folder from being removed.
 * $1 is the folder.
 */
const CLEAN_UP = `
read -r line
podman rm --all --force --time 0 --volumes
grep -o " $1/[^ ]*" /proc/mounts | sort -r | xargs -r -n 1 umount
rm -rf "$1"
`;

/** Makes an empty storage. The kernel lays layers over each other: copies of whole trees took ten times as long. */
export function openContainerStorage(): ContainerStorage {
  const { path } = temporaryDirectory();
  const folder = (name: string): string => {
    mkdirSync(join(path, name));
    return join(path, name);
  };
  const [storageFile, engineFile] = [join(path, 'storage.conf'), join(path, 'containers.conf')];
  writeFileSync(storageFile, storageSettings(folder('graph'), folder('run')));
  writeFileSync(engineFile, engineSettings(folder('engine')));
  const environment = {
    CONTAINERS_STORAGE_CONF: storageFile,
    CONTAINERS_CONF: engineFile,
    TMPDIR: folder('temporary'),
  };
  const cleaner = spawn('sh', ['-c', CLEAN_UP, 'sh', path], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'ignore', 'ignore'],
    // Signals to the test's group, such as Ctrl+C, must not reach it.
    detached: true,
  });
  cleaner.unref();
  return {
    path,
    run: (program, ...words) => outputOf(program, words, { environment }),
    async logsOf(container) {
      const { output, complaints } = await runTool('podman', ['logs', container], { environment });
      return output + complaints;
    },
    async remove() {
      cleaner.ref();
      cleaner.stdin.end();
      if (cleaner.exitCode === null) await once(cleaner, 'exit');
    },
  };
}

function storageSettings(graph: string, run: string): string {
  return `[storage]\ndriver = "overlay"\ngraphroot = "${graph}"\nrunroot = "${run}"\n`;
}

/** No systemd: it may not run here. Limits that do not exceed those which this process may set. */
function engineSettings(folder: string): string {
  return `[engine]
cgroup_manager = "cgroupfs"
events_logger = "none"
lock_type = "file"
runtime = "runc"
tmp_dir = "${folder}"
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
log_driver = "k8s-file"
netns = "host"
`;
}
