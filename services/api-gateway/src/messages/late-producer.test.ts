import { expect, it } from '@jest/globals';
import type { OutgoingRecord } from '@tonriver/stream';
import { createMemoryDisk, openMemoryEventLog } from '@tonriver/event-log/testing';
import { createLateProducer } from './late-producer.ts';

const topic = { name: 'test.external-messages.v1', partitions: 1, recordBytesMax: 1_000 };
const record: OutgoingRecord = { partition: 0, key: null, value: Uint8Array.of(1), headers: {} };

it('a late producer connects with the first record, and again when that failed', async () => {
  const log = openMemoryEventLog({ disk: createMemoryDisk() });
  let attempts = 0;
  const producer = createLateProducer(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('no broker');
    return log;
  }, [topic]);
  expect(attempts).toBe(0);
  await expect(producer.send(topic.name, [record])).rejects.toThrow('no broker');
  await Promise.all([producer.send(topic.name, [record]), producer.send(topic.name, [record])]);
  expect([attempts, await log.endOffsets(topic.name)]).toEqual([2, [2n]]);
  await producer.close();
});
