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

/** The broker's version, which is written in `kafka/pom.xml` and nowhere else. */
export function kafkaVersion(): string {
  const version = /<kafka\.version>([^<]+)</.exec(readPom())?.[1];
  if (version === undefined) throw new TestingError('kafka_jars_not_fetched', 'kafka/pom.xml names no kafka.version');
  return version;
}

/** True when the jars are on this machine already, so that neither Maven nor the network is needed. */
export function hasKafkaJars(): boolean {
  return existsSync(join(cacheFolder(), 'libs'));
}

/**
 * The folder that holds the broker's jars below `libs`; anything derived from them may be kept beside. Fetches them
 * with Maven at the first call on a machine. Processes that ask at the same time wait for the one that fetches, and the
 * folder appears in one step, so a broken download is never taken for a whole one.
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
 * Makes something that is made once per machine: whoever creates the lock folder makes it, everybody else waits until
 * it is there. The lock names its holder, so one that died while making is noticed and replaced.
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
        // Somebody may have finished between the look above and the lock.
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

/** Gives something finished its name in one step. Whoever comes second throws its own away: both are the same. */
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
  // No pid: the holder is between its two steps above, or died there; the deadline ends the second case.
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

/** Named by the version and by everything else that the pom says, so a changed pom is never served by old jars. */
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
