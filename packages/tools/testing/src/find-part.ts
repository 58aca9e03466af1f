import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadTestingConfig } from './config.ts';
import { missingForGoTool, toolsFolder } from './go-tools/go-tools.ts';
import { hasKafkaJars } from './kafka/kafka-jars.ts';
import { missingForNode24 } from './node/node-24.ts';
import { recordedData, recordedDataFolder, recordedParts } from './recorded-data.ts';

/** A real part that tests can need. */
export type Part =
  | 'kafka'
  | 'redis'
  | 'data'
  | 'node-24'
  | 'drivers'
  /** What generates clients of an OpenAPI document in several languages, and runs them. */
  | 'generated-clients'
  /** What installs and runs clients of the public API: npm and pip. */
  | 'clients'
  /** `docker-compose`, which reads a compose file without Docker. */
  | 'docker-compose'
  | 'yamllint'
  /** A browser without a window. */
  | 'chromium'
  /** The program that renders charts of Kubernetes: built with Go. */
  | 'helm'
  /** Programs that build images and run containers without a daemon. */
  | 'containers'
  /** `/proc`: files that other processes have open. */
  | 'proc'
  /** Process ids of their own, as in containers. */
  | 'pid-namespaces';

/** Says whether a part is available and, if not, how to get it. */
export type FoundPart =
  | { readonly isAvailable: true; readonly from: 'local' | 'docker' }
  | { readonly isAvailable: false; readonly reason: string; readonly isAbsentOnPurpose: boolean };

/** Version of Java for the broker: Kafka 4 needs 17. */
const javaVersionMin = 17;
/** Version of Java for openapi-generator. */
const generatorJavaMin = 11;
const probeTimeoutMs = 10_000;
/** Puts one empty folder over another and takes it away again. */
const MOUNT_LAYERS = `
folder=$(mktemp -d) && cd "$folder" && mkdir lower upper work both
mount -t overlay -o lowerdir=lower,upperdir=upper,workdir=work none both && umount both
status=$?
rm -rf "$folder"
exit $status
`;

/** Looks for a part on this machine, without starting or fetching anything. */
export function findPart(part: Part): FoundPart {
  if (part === 'data') return findData();
  if (part === 'node-24') return findNode24();
  if (part === 'drivers') return findDrivers();
  if (part === 'generated-clients') return findGeneratedClients();
  if (part === 'clients') return findClients();
  if (part === 'helm') return findHelm();
  if (part === 'containers') return findContainers();
  if (part === 'chromium') return findChromium();
  if (part === 'proc') return findProc();
  if (part === 'pid-namespaces') return findPidNamespaces();
  if (part === 'docker-compose' || part === 'yamllint') return findCheckingTool(part);
  const { parts } = loadTestingConfig();
  const missing = part === 'kafka' ? missingForKafka() : missingForRedis();
  if (parts !== 'docker' && missing === undefined) return { isAvailable: true, from: 'local' };
  if (parts !== 'local' && hasDocker()) return { isAvailable: true, from: 'docker' };
  const reason = parts === 'docker' ? 'Docker does not answer' : (missing ?? 'not found');
  return { isAvailable: false, reason, isAbsentOnPurpose: false };
}

function findData(): FoundPart {
  if (recordedData() !== undefined) return { isAvailable: true, from: 'local' };
  const folder = recordedDataFolder();
  return {
    isAvailable: false,
    isAbsentOnPurpose: folder === undefined,
    reason:
      folder === undefined
        ? 'TONRIVER_DATA=none says that there is no recorded data'
        : `set TONRIVER_DATA to the folder of recorded data (${folder} has none of ${recordedParts.join(', ')})`,
  };
}

function findNode24(): FoundPart {
  const reason = missingForNode24();
  return reason === undefined
    ? { isAvailable: true, from: 'local' }
    : { isAvailable: false, reason, isAbsentOnPurpose: false };
}

/** Programs that fetch, build and run the ClickHouse drivers of other languages. */
function findDrivers(): FoundPart {
  const missing = ['javac', 'mvn', 'go', 'python3'].filter((program) => !isInPath(program));
  if (missing.length === 0) return { isAvailable: true, from: 'local' };
  const reason = `install ${missing.join(', ')} (Debian: openjdk-17-jdk-headless maven golang python3-pip)`;
  return { isAvailable: false, reason, isAbsentOnPurpose: false };
}

function findClients(): FoundPart {
  const missing = ['npm', 'python3'].filter((program) => !isInPath(program));
  if (missing.length === 0) return { isAvailable: true, from: 'local' };
  const reason = `install ${missing.join(', ')} (Debian: npm python3-pip)`;
  return { isAvailable: false, reason, isAbsentOnPurpose: false };
}

/** Programs that make clients of a document in Go and Python and run them; those in TypeScript need nothing else. */
function findGeneratedClients(): FoundPart {
  const java = javaVersion();
  const missing = [
    ...(java !== undefined && java >= generatorJavaMin ? [] : [`Java ${generatorJavaMin} or later`]),
    ...(isInPath('mvn') ? [] : ['Maven']),
    ...(isInPath('go') ? [] : ['Go']),
    ...(hasPythonEnvironments() ? [] : ['Python with venv']),
  ];
  if (missing.length === 0) return { isAvailable: true, from: 'local' };
  const debian = 'openjdk-17-jre-headless maven golang python3-venv';
  return {
    isAvailable: false,
    reason: `install ${missing.join(', ')} (Debian: ${debian})`,
    isAbsentOnPurpose: false,
  };
}

/** Path of a program, from the folder of built tools or from PATH. */
export function toolFile(program: string): string | undefined {
  return [toolsFolder, ...loadTestingConfig().programFolders]
    .map((folder) => join(folder, program))
    .find((file) => isExecutable(file));
}

/** A tool that only checks files may be missing in CI too: what it would check is tested in other ways as well. */
function findCheckingTool(program: string): FoundPart {
  if (toolFile(program) !== undefined) return { isAvailable: true, from: 'local' };
  return { isAvailable: false, reason: `put ${program} into PATH or ${toolsFolder}`, isAbsentOnPurpose: true };
}

/** Go of a distribution may be too old to build it, so that it may be missing in CI too. */
function findHelm(): FoundPart {
  const reason = missingForGoTool('helm');
  return reason === undefined
    ? { isAvailable: true, from: 'local' }
    : { isAvailable: false, reason, isAbsentOnPurpose: true };
}

/** Programs that make a Debian tree, build images on it and run them; and a kernel that lets this user mount layers. */
function findContainers(): FoundPart {
  const missing = ['buildah', 'debootstrap', 'podman', 'runc'].filter((program) => !isInPath(program));
  if (missing.length > 0) {
    return { isAvailable: false, reason: `install ${missing.join(', ')} (Debian)`, isAbsentOnPurpose: false };
  }
  const tried = ['--mount', 'sh', '-c', MOUNT_LAYERS];
  const { status } = spawnSync('unshare', tried, { stdio: 'ignore', timeout: probeTimeoutMs });
  if (status === 0) return { isAvailable: true, from: 'local' };
  // A machine may be a container itself, in which no other can be started.
  return { isAvailable: false, reason: 'run as root where overlays can be mounted', isAbsentOnPurpose: true };
}

function findChromium(): FoundPart {
  if (isInPath('chromium')) return { isAvailable: true, from: 'local' };
  return { isAvailable: false, reason: 'install Chromium (Debian: chromium)', isAbsentOnPurpose: false };
}

/** The folder in which the kernel lists the open files of a process. */
function findProc(): FoundPart {
  if (existsSync('/proc/self/fd')) return { isAvailable: true, from: 'local' };
  return { isAvailable: false, reason: 'run on Linux, which has /proc', isAbsentOnPurpose: false };
}

function findPidNamespaces(): FoundPart {
  const tried = ['--pid', '--fork', '--mount-proc', 'true'];
  const { status } = spawnSync('unshare', tried, { stdio: 'ignore', timeout: probeTimeoutMs });
  if (status === 0) return { isAvailable: true, from: 'local' };
  const reason = 'install unshare (Debian: util-linux) and run as root, or where users may make pid namespaces';
  return { isAvailable: false, reason, isAbsentOnPurpose: false };
}

/** Checks for `venv`: Debian has Python without it. */
function hasPythonEnvironments(): boolean {
  return spawnSync('python3', ['-c', 'import ensurepip'], { stdio: 'ignore', timeout: probeTimeoutMs }).status === 0;
}

function missingForKafka(): string | undefined {
  const java = javaVersion();
  if (java === undefined || java < javaVersionMin) {
    return `install Java ${javaVersionMin} or later and Maven (Debian: openjdk-17-jre-headless maven), or start Docker`;
  }
  if (!hasKafkaJars() && !isInPath('mvn')) return 'install Maven (Debian: maven), or start Docker';
  return undefined;
}

function missingForRedis(): string | undefined {
  return isInPath('redis-server') ? undefined : 'install redis-server (Debian: redis-server), or start Docker';
}

let knownJavaVersion: { readonly version: number | undefined } | undefined;

function javaVersion(): number | undefined {
  if (knownJavaVersion === undefined) {
    const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8', timeout: probeTimeoutMs });
    const major = /version "(\d+)/.exec(stderr ?? '')?.[1];
    knownJavaVersion = { version: major === undefined ? undefined : Number(major) };
  }
  return knownJavaVersion.version;
}

let knownDocker: boolean | undefined;

/** Returns true when a Docker daemon answers; the client alone is not enough. */
function hasDocker(): boolean {
  knownDocker ??= spawnSync('docker', ['version'], { stdio: 'ignore', timeout: probeTimeoutMs }).status === 0;
  return knownDocker;
}

function isInPath(program: string): boolean {
  return loadTestingConfig().programFolders.some((folder) => isExecutable(join(folder, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
