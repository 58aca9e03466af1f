import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repositoryRoot } from '../repository-root.ts';
import { TestingError } from '../testing-error.ts';

const pomFolder = join(import.meta.dirname, '../../kafka');
const fetchTimeoutMs = 10 * 60_000;

/** The broker's version, read from `kafka/pom.xml`. */
export function kafkaVersion(): string {
  const version = /<kafka\.version>([^<]+)</.exec(readPom())?.[1];
  if (version === undefined) throw new TestingError('kafka_jars_not_fetched', 'kafka/pom.xml names no kafka.version');
  return version;
}

/** Returns true when the jars are on this machine, so that neither Maven nor the network is needed. */
export function hasKafkaJars(): boolean {
  return existsSync(join(cacheFolder(), 'libs'));
}

/**
 * Returns the folder with the broker's jars in `libs`; files derived from them may be kept there too. The first call on
 * a machine fetches them with Maven. Other processes wait meanwhile, and the folder appears in one step, so a broken
 * download is never used.
 */
export async function kafkaJars(): Promise<string> {
  const folder = cacheFolder();
  await onceAmongProcesses(`${folder}.lock`, hasKafkaJars, async () => {
    const unfinished = `${folder}.${process.pid}`;
    await fetchJars(join(unfinished, 'libs'));
    await putInPlace(unfinished, folder);
  });
  return folder;
}

/**
 * Makes something once per machine: the process that creates the lock folder makes it, and all others wait until it is
 * there. The lock names its process, so that one that died meanwhile is noticed and replaced.
 */
export async function onceAmongProcesses(
  lock: string,
  isDone: () => boolean,
  make: () => Promise<void>,
): Promise<void> {
  const deadline = performance.now() + fetchTimeoutMs;
  await mkdir(join(lock, '..'), { recursive: true });
  while (!isDone()) {
    if (await takeLock(lock)) {
      try {
        // Another process may have finished between the check above and the lock.
        if (!isDone()) await make();
      } finally {
        await rm(lock, { recursive: true, force: true });
      }
      return;
    }
    if (performance.now() > deadline) {
      throw new TestingError('kafka_jars_not_fetched', 'Another process holds the lock for too long', { lock });
    }
    await sleep(200);
  }
}

/** Renames a finished folder in one step. A second process throws its copy away: both are equal. */
export async function putInPlace(finished: string, target: string): Promise<void> {
  try {
    await rename(finished, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
    await rm(finished, { recursive: true, force: true });
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    await writeFile(join(lock, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const holder = Number(await readFile(join(lock, 'pid'), 'utf8').catch(() => ''));
  // No pid: the holder is between its two steps above, or died there. The deadline ends the second case.
  if (holder > 0 && !isAlive(holder)) {
    // Renaming first: of several that notice the death at once only one succeeds. One that looked earlier may still
    // take a newer lock away; then two make the same thing, and `putInPlace` keeps the first.
    const dead = `${lock}.${process.pid}.dead`;
    const isMine = await rename(lock, dead).then(
      () => true,
      () => false,
    );
    if (isMine) await rm(dead, { recursive: true, force: true });
  }
  return false;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns a name from the version and a hash of the pom, so that a changed pom never gets old jars. */
function cacheFolder(): string {
  const fingerprint = createHash('sha256').update(readPom()).digest('hex').slice(0, 8);
  return join(repositoryRoot, '.cache', `kafka-${kafkaVersion()}-${fingerprint}`);
}

function readPom(): string {
  return readFileSync(join(pomFolder, 'pom.xml'), 'utf8');
}

async function fetchJars(target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${target}`];
  const maven = spawn('mvn', ['-q', '-B', ...goal], { cwd: pomFolder, timeout: fetchTimeoutMs });
  let output = '';
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  };
  maven.stdout.on('data', collect);
  maven.stderr.on('data', collect);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    maven.on('error', reject);
    maven.on('close', resolve);
  });
  if (exitCode === 0) return;
  await rm(join(target, '..'), { recursive: true, force: true });
  throw new TestingError('kafka_jars_not_fetched', `Maven could not fetch Kafka's jars: ${output}`, { exitCode });
}
