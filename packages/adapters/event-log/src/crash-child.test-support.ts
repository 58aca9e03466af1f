// A process that event-log-crashes.test-support.ts starts with a task as JSON and kills. It prints a line after each
// step, so that the parent knows which records must be in the log.
import { writeSync } from 'node:fs';
import { silentLogger } from '@tonriver/logger';
import { connectKafkaEventLog, openEmbeddedEventLog } from './index.ts';
import type { EventLog } from '@tonriver/stream';
import { numbered, numberOf } from './test-log.test-support.ts';

/** Address of the log. */
export type CrashLog =
  | { readonly kind: 'embedded'; readonly directory: string }
  | { readonly kind: 'kafka'; readonly brokers: readonly string[] };

export type CrashTask =
  | { readonly kind: 'produce'; readonly log: CrashLog; readonly topic: string; readonly next: number }
  | { readonly kind: 'consume'; readonly log: CrashLog; readonly topic: string };

export const partitions = 3;
/** One of so many records is large, so that large writes are interrupted too. */
const largeEvery = 37;
const largeBytes = 700_000;

export function openCrashLog(log: CrashLog): Promise<EventLog> {
  return log.kind === 'embedded'
    ? openEmbeddedEventLog({ directory: log.directory, logger: silentLogger })
    : connectKafkaEventLog({
        brokers: log.brokers,
        clientId: 'crash',
        logger: silentLogger,
        sessionTimeoutMs: 6_000,
        unavailableMaxMs: 60_000,
      });
}

function crashRecord(number: number) {
  const record = numbered(number, number % partitions);
  return number % largeEvery === 0 ? { ...record, value: Buffer.alloc(largeBytes, number & 255) } : record;
}

/** Writes synchronously: buffered output would be lost when the process is killed. */
const printLine = (line: string) => writeSync(1, `${line}\n`);

async function produce(log: EventLog, topic: string, first: number): Promise<void> {
  const producer = await log.producer();
  printLine('ready');
  for (let next = first, size = 1; ; next += size, size = (size % 9) + 1) {
    const numbers = Array.from({ length: size }, (_, index) => next + index);
    await producer.send(topic, numbers.map(crashRecord));
    printLine(`sent ${next + size - 1}`);
  }
}

async function consume(log: EventLog, topic: string): Promise<void> {
  const consumer = await log.consumer({ topic, groupId: 'group', batchRecordsMax: 5, batchBytesMax: 1_000_000 });
  printLine('ready');
  let batches = 0;
  await consumer.run(
    async (batch) => {
      for (const record of batch.records) printLine(`done ${numberOf(record)}`);
      batches += 1;
      if (batches % 2 === 0) await batch.commit();
    },
    { signal: new AbortController().signal },
  );
}

const [, script, argument] = process.argv;
if (script === import.meta.filename && argument !== undefined) {
  const task = JSON.parse(argument) as CrashTask;
  const log = await openCrashLog(task.log);
  if (task.kind === 'produce') await produce(log, task.topic, task.next);
  else await consume(log, task.topic);
}
