import { createHash } from 'node:crypto';
import { silentLogger } from '@tonriver/logger';
import { seededNumbers } from '@tonriver/testing';
import { openEmbeddedEventLog } from '../index.ts';
import type { EventLog } from '@tonriver/stream';

export const TOPICS = [
  { name: 'large.records.v1', partitions: 3, recordBytesMax: 1_000_000 },
  { name: 'small.records.v1', partitions: 1, recordBytesMax: 10_000, retentionMs: -1 },
];
const GROUPS = ['slow', 'quick'];

/** Writes a log with removed records, free pages and groups at different offsets. Returns a digest of its contents. */
export async function writeLog(directory: string): Promise<string> {
  const random = seededNumbers(7);
  const log = await openEmbeddedEventLog({ directory, logger: silentLogger });
  await log.ensureTopics(TOPICS);
  const producer = await log.producer();
  for (const { name, partitions } of TOPICS) {
    for (let round = 0; round < 12; round += 1) {
      const records = Array.from({ length: 15 }, (_, index) => ({
        partition: index % partitions,
        key: random(2) === 0 ? null : Buffer.from(`key ${index}`),
        value: Buffer.alloc(partitions === 1 || random(3) > 0 ? random(900) : random(20_000), random(256)),
        headers: { round: String(round) },
      }));
      await producer.send(name, records);
      if (round === 6) await readThrough(log, name);
    }
  }
  const digest = await digestContents(log);
  await log.close();
  return digest;
}

async function readThrough(log: EventLog, topic: string): Promise<void> {
  for (const [index, groupId] of GROUPS.entries()) {
    const consumer = await log.consumer({ topic, groupId, batchRecordsMax: 5, batchBytesMax: 100_000 });
    const stop = new AbortController();
    let batches = 0;
    await consumer.run(
      async (batch) => {
        await batch.commit();
        batches += 1;
        if (batches > 5 + index * 3) stop.abort();
      },
      { signal: stop.signal },
    );
    await consumer.close();
  }
}

/** Returns a digest of everything that a reader of the log can see. */
export async function digestContents(log: EventLog): Promise<string> {
  const lines: string[] = [];
  for (const { name, partitions } of TOPICS) {
    lines.push(name, (await log.endOffsets(name)).join(' '));
    for (const groupId of GROUPS) {
      lines.push(`${groupId} ${(await log.committedOffsets(name, groupId)).join(' ')}`);
    }
    for (let partition = 0; partition < partitions; partition += 1) {
      let from = 0n;
      for (;;) {
        const records = await log.readRange(name, partition, from, 1000);
        for (const { offset, key, value, headers } of records) {
          const hash = createHash('sha256').update(value).digest('hex');
          lines.push(`${partition} ${offset} ${key === null ? '-' : Buffer.from(key).toString()} ${hash}`);
          lines.push(JSON.stringify(headers));
        }
        const last = records.at(-1);
        if (last === undefined) break;
        from = last.offset + 1n;
      }
    }
  }
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
