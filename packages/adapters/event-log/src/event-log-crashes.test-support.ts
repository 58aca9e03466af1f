import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { type CrashLog, type CrashTask, openCrashLog, partitions } from './crash-child.test-support.ts';
import type { EventLog } from '@tonriver/stream';
import { consumeUntil, numberOf } from './test-log.test-support.ts';

export interface CrashOptions {
  readonly log: () => CrashLog;
  readonly kills: number;
  readonly seed: number;
}

const recordBytesMax = 1024 * 1024;
const childTimeoutMs = 60_000;
/** A child is killed at most this long after it is ready. */
const lifeMaxMs = 350;

/** Kills processes with SIGKILL at seeded moments and checks the log afterwards. */
export function describeEventLogCrashes(name: string, { log: where, kills, seed }: CrashOptions): void {
  describe(`${name} when its process is killed (seed ${seed})`, () => {
    it('keeps every record of a resolved send, in order', async () => {
      const random = randomOf(seed);
      const topic = await createTopic(where());
      let acknowledged = -1;
      for (let kill = 0; kill < kills; kill += 1) {
        const task: CrashTask = { kind: 'produce', log: where(), topic, next: acknowledged + 1 };
        const lines = await runAndKill(task, random() * lifeMaxMs);
        acknowledged = Math.max(acknowledged, ...numbersAfter('sent ', lines));

        const log = await openCrashLog(where());
        const kept = await readAll(log, topic);
        await log.close();
        kept.forEach((numbers, partition) => {
          // A record that was sent and not acknowledged may be stored, and again by the next process. The first
          // appearances are in order and without a gap.
          const firsts = [...new Set(numbers)];
          expect(firsts).toEqual(firsts.map((_, index) => partition + index * partitions));
          expect(Math.max(partition - partitions, ...numbers)).toBeGreaterThan(acknowledged - partitions);
        });
      }
      expect(acknowledged).toBeGreaterThan(kills);
    }, 120_000);

    it('delivers the uncommitted records of a killed consumer again', async () => {
      const random = randomOf(seed + 1);
      const topic = await createTopic(where());
      const sent = numbersAfter('sent ', await runAndKill({ kind: 'produce', log: where(), topic, next: 0 }, 400));
      const done = new Set<number>();
      for (let kill = 0; kill < kills; kill += 1) {
        const lines = await runAndKill({ kind: 'consume', log: where(), topic }, random() * lifeMaxMs);
        for (const number of numbersAfter('done ', lines)) done.add(number);

        // The killed consumer committed no record that it had not handled.
        const log = await openCrashLog(where());
        const committed = await log.committedOffsets(topic, 'group');
        await log.close();
        committed.forEach((offset, partition) => {
          for (let index = 0; index < Number(offset ?? 0); index += 1)
            expect(done).toContain(partition + index * partitions);
        });
      }
      const log = await openCrashLog(where());
      const consumer = await log.consumer({ topic, groupId: 'group', batchRecordsMax: 50, batchBytesMax: 4_000_000 });
      const isAllCommitted = async () => {
        const committed = await log.committedOffsets(topic, 'group');
        return (await log.endOffsets(topic)).every((end, partition) => (committed[partition] ?? 0n) === end);
      };
      if (!(await isAllCommitted())) {
        await consumeUntil(consumer, childTimeoutMs, async (batch) => {
          for (const record of batch.records) done.add(numberOf(record));
          await batch.commit();
          return await isAllCommitted();
        });
      }
      await log.close();
      for (let number = 0; number <= Math.max(...sent); number += 1) expect(done).toContain(number);
    }, 120_000);
  });
}

/** Returns a seeded generator of numbers below 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function createTopic(where: CrashLog): Promise<string> {
  const topic = `test.crash-${randomUUID()}.v1`;
  const log = await openCrashLog(where);
  await log.ensureTopics([{ name: topic, partitions, recordBytesMax }]);
  await log.close();
  return topic;
}

/** Starts a child, kills it some time after it is ready, and returns the lines that it printed. */
async function runAndKill(task: CrashTask, lifeMs: number): Promise<readonly string[]> {
  const script = join(import.meta.dirname, 'crash-child.test-support.ts');
  const child = spawn(process.execPath, [
    '--import',
    import.meta.resolve('@tonriver/strip-types'),
    script,
    JSON.stringify(task),
  ]);
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const lines: string[] = [];
  const exited = once(child, 'close');
  const timer = setTimeout(() => child.kill('SIGKILL'), childTimeoutMs);
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    lines.push(line);
    if (lines.length === 1) void sleep(lifeMs).then(() => child.kill('SIGKILL'));
  });
  await exited;
  clearTimeout(timer);
  if (child.signalCode !== 'SIGKILL' || lines.length < 1) throw new Error(`The child was not killed: ${complaint}`);
  return lines;
}

function numbersAfter(start: string, lines: readonly string[]): readonly number[] {
  return lines.filter((line) => line.startsWith(start)).map((line) => Number(line.slice(start.length)));
}

async function readAll(log: EventLog, topic: string): Promise<readonly (readonly number[])[]> {
  const read: number[][] = [];
  const ends = await log.endOffsets(topic);
  for (const [partition, end] of ends.entries()) {
    const numbers: number[] = [];
    for (let from = 0n; from < end; ) {
      const records = await log.readRange(topic, partition, from, 10_000);
      expect(records.length).toBeGreaterThan(0);
      numbers.push(...records.map(numberOf));
      from = (records.at(-1)?.offset ?? end) + 1n;
    }
    read.push(numbers);
  }
  return read;
}
