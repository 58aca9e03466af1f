import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onceAmongProcesses, putInPlace } from '../process/once-among-processes.ts';
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
