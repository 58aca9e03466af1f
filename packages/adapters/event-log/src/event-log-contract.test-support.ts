import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tonriver/testing';
import { consumeUntil, numberOf, numbered, openConsumer, TestLog } from './test-log.test-support.ts';
import type { EventLog, LogBatch } from '@tonriver/stream';

const timeoutMs = 30_000;

/** The suite of every event log. `open` opens a log on the same storage, after the one before was closed. */
export function describeEventLogContract(name: string, open: () => Promise<EventLog>): void {
  describe(`${name} as an event log`, () => {
    let test: TestLog;
    let log: EventLog;
    let topic: string;
    beforeEach(async () => {
      test = new TestLog(open);
      log = await test.open();
      topic = `test.records-${randomUUID()}.v1`;
      await log.ensureTopics([{ name: topic, partitions: 3, recordBytesMax: 16 * 1024 * 1024 }]);
    });
    afterEach(() => test.close());
    const send = async (...records: Parameters<typeof numbered>[]) => {
      const producer = await log.producer();
      await producer.send(
        topic,
        records.map((each) => numbered(...each)),
      );
      await producer.close();
    };
    /** Sends the numbered records from … to − 1 to one partition. */
    const sendRange = (from: number, to: number, partition = 0) =>
      send(...Array.from({ length: to - from }, (_, index): [number, number] => [from + index, partition]));

    describe('topics', () => {
      const specification = () => ({ name: topic, partitions: 3, recordBytesMax: 16 * 1024 * 1024 });

      it('are created once when two calls ask for them', async () => {
        await Promise.all([log.ensureTopics([specification()]), log.ensureTopics([specification()])]);

        expect(await log.endOffsets(topic)).toEqual([0n, 0n, 0n]);
      });

      it('reject another number of partitions', async () => {
        await expect(log.ensureTopics([{ ...specification(), partitions: 4 }])).rejects.toMatchObject({
          code: 'topic_mismatch',
          fields: { partitions: 3, partitionsWanted: 4 },
        });
      });

      it('reject an invalid specification', async () => {
        for (const wrong of [{ name: 'no spaces' }, { partitions: 0 }, { recordBytesMax: 0.5 }, { retentionMs: -2 }]) {
          await expect(log.ensureTopics([{ ...specification(), ...wrong }])).rejects.toMatchObject({
            code: 'specification_invalid',
          });
        }
      });

      it('are unknown until they are created', async () => {
        const producer = await log.producer();
        await expect(producer.send('test.nothing.v1', [numbered(1)])).rejects.toMatchObject({ code: 'topic_unknown' });
        await expect(log.endOffsets('test.nothing.v1')).rejects.toMatchObject({ code: 'topic_unknown' });
      });
    });

    describe('sending', () => {
      it('stores key, value, headers and time', async () => {
        const value = Uint8Array.from({ length: 256 }, (_, index) => index);
        const headers = { seqno: '17', empty: '', ключ: 'значение' };
        const producer = await log.producer();
        const before = Date.now();
        await producer.send(topic, [
          { partition: 2, key: Uint8Array.of(0, 255), value, headers },
          { partition: 2, key: null, value: new Uint8Array(), headers: {} },
        ]);

        const [first, second] = await log.readRange(topic, 2, 0n, 10);

        expect({ ...first, key: [...(first?.key ?? [])], value: [...(first?.value ?? [])] }).toMatchObject({
          partition: 2,
          offset: 0n,
          key: [0, 255],
          value: [...value],
          headers,
        });
        expect(first?.timestampMs).toBeGreaterThanOrEqual(before - 1_000);
        expect(second).toMatchObject({ key: null, headers: {} });
        expect(second?.value).toHaveLength(0);
      });

      it('keeps the order within a partition over concurrent sends', async () => {
        const producer = await log.producer();
        const sends = Array.from({ length: 40 }, (_, send) =>
          producer.send(topic, [numbered(send * 3), numbered(send * 3 + 1), numbered(send * 3 + 2)]),
        );
        await Promise.all(sends);

        const records = await log.readRange(topic, 0, 0n, 1_000);

        expect(records.map(numberOf)).toEqual(Array.from({ length: 120 }, (_, index) => index));
      });

      it('refuses a record that the topic does not allow, and stores no record of the call', async () => {
        const small = `${topic}-small`;
        await log.ensureTopics([{ name: small, partitions: 1, recordBytesMax: 1_000 }]);
        const producer = await log.producer();
        const fits = { ...numbered(0), value: new Uint8Array(900), headers: {} };

        await expect(
          producer.send(small, [fits, { ...fits, headers: { padding: 'x'.repeat(200) } }]),
        ).rejects.toMatchObject({ code: 'record_too_large' });
        await expect(producer.send(small, [{ ...fits, partition: 1 }])).rejects.toMatchObject({
          code: 'partition_unknown',
        });
        expect(await log.endOffsets(small)).toEqual([0n]);
      });

      it('stores records of 15 MiB among small ones', async () => {
        const large = { ...numbered(1), value: Buffer.alloc(15 * 1024 * 1024, 'x') };
        const producer = await log.producer();
        await producer.send(topic, [numbered(0), large, numbered(2)]);

        const consumer = await openConsumer(log, topic, { batchBytesMax: 1_000 });
        const batches: LogBatch[] = [];
        await consumeUntil(consumer, timeoutMs, async (batch) => {
          batches.push(batch);
          return batches.flatMap(({ records }) => records).length === 3;
        });

        const records = batches.flatMap((batch) => batch.records);
        expect(records.map(({ value }) => value.length)).toEqual([numbered(0).value.length, large.value.length, 1]);
        expect(Buffer.compare(records[1]?.value ?? Buffer.of(), large.value)).toBe(0);
        expect(batches.length).toBe(3);
      });

      it('refuses to send after the producer was closed', async () => {
        const producer = await log.producer();
        await producer.close();
        await producer.close();

        await expect(producer.send(topic, [numbered(0)])).rejects.toMatchObject({ code: 'closed' });
      });
    });

    describe('consuming', () => {
      it('delivers batches of one partition, in order, within their bounds', async () => {
        for (const partition of [0, 1, 2]) await sendRange(0, 50, partition);
        const consumer = await openConsumer(log, topic, { batchRecordsMax: 7 });
        const seen: number[][] = [[], [], []];
        await consumeUntil(consumer, timeoutMs, async ({ partition, records }) => {
          expect(records.length).toBeGreaterThan(0);
          expect(records.length).toBeLessThanOrEqual(7);
          expect(records.every((record) => record.partition === partition)).toBe(true);
          seen[partition]?.push(...records.map(numberOf));
          return seen.flat().length === 150;
        });

        for (const numbers of seen) expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => index));
      });

      it('delivers later batches without a commit, and new records when they arrive', async () => {
        const consumer = await openConsumer(log, topic);
        const seen: number[] = [];
        const consuming = consumeUntil(consumer, timeoutMs, async ({ records }) => {
          seen.push(...records.map(numberOf));
          return seen.length === 30;
        });
        await sendRange(0, 10);
        await eventually(() => seen.length === 10, { timeoutMs });
        await sendRange(10, 30);
        await consuming;

        expect(seen).toEqual(Array.from({ length: 30 }, (_, index) => index));
        expect(await log.committedOffsets(topic, 'group')).toEqual([null, null, null]);
      });

      it('starts the next consumer after the last commit', async () => {
        await sendRange(0, 20);
        const first = await openConsumer(log, topic, { batchRecordsMax: 5 });
        let batches = 0;
        await consumeUntil(first, timeoutMs, async (batch) => {
          batches += 1;
          if (batches === 2) await batch.commit();
          return batches === 4;
        });
        await first.close();

        expect(await nextNumbers(20 - 10)).toEqual(Array.from({ length: 10 }, (_, index) => 10 + index));
      });

      /** Returns the numbers that a new consumer of the group gets. Commits nothing. */
      async function nextNumbers(count: number, groupId = 'group'): Promise<number[]> {
        const consumer = await openConsumer(log, topic, { groupId });
        const seen: number[] = [];
        await consumeUntil(consumer, timeoutMs, async ({ records }) => {
          seen.push(...records.map(numberOf));
          return seen.length >= count;
        });
        await consumer.close();
        return seen;
      }

      it('commits part of a batch, together with earlier batches', async () => {
        await sendRange(0, 20);
        const consumer = await openConsumer(log, topic, { batchRecordsMax: 5 });
        const batches: LogBatch[] = [];
        await consumeUntil(consumer, timeoutMs, async (batch) => {
          batches.push(batch);
          return batches.length === 4;
        });
        await batches[2]?.commit(12n);

        expect((await log.committedOffsets(topic, 'group'))[0]).toBe(13n);
      });

      it('never moves a commit backwards', async () => {
        await sendRange(0, 20);
        const consumer = await openConsumer(log, topic, { batchRecordsMax: 5 });
        const batches: LogBatch[] = [];
        await consumeUntil(consumer, timeoutMs, async (batch) => {
          batches.push(batch);
          return batches.length === 4;
        });
        await Promise.all([batches[3]?.commit(), batches[0]?.commit(), batches[2]?.commit(11n)]);
        await batches[1]?.commit();

        expect((await log.committedOffsets(topic, 'group'))[0]).toBe(20n);
      });

      it('refuses a commit of an offset that was not delivered', async () => {
        await sendRange(0, 20);
        const consumer = await openConsumer(log, topic, { batchRecordsMax: 5 });
        await consumeUntil(consumer, timeoutMs, async (batch) => {
          await expect(batch.commit(5n)).rejects.toMatchObject({ code: 'offset_invalid' });
          await expect(batch.commit(-1n)).rejects.toMatchObject({ code: 'offset_invalid' });
          return true;
        });

        expect((await log.committedOffsets(topic, 'group'))[0]).toBeNull();
      });

      it('commits batches after run has ended, until the consumer is closed', async () => {
        await sendRange(0, 10);
        const consumer = await openConsumer(log, topic);
        let held: LogBatch | undefined;
        await consumeUntil(consumer, timeoutMs, async (batch) => {
          held = batch;
          return true;
        });
        expect(held?.isCurrent()).toBe(true);
        await held?.commit(4n);
        await consumer.close();

        expect(held?.isCurrent()).toBe(false);
        await expect(held?.commit()).rejects.toMatchObject({ code: 'partition_revoked' });
        expect((await log.committedOffsets(topic, 'group'))[0]).toBe(5n);
      });

      it("rejects with the handler's error and delivers the batch again to the next consumer", async () => {
        await sendRange(0, 5);
        const consumer = await openConsumer(log, topic);
        const failure = new Error('disk full');
        const run = consumer.run(() => Promise.reject(failure), { signal: new AbortController().signal });

        await expect(run).rejects.toBe(failure);
        await expect(consumer.run(async () => {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
          code: 'consumer_used',
        });
        await consumer.close();
        expect(await nextNumbers(5)).toEqual([0, 1, 2, 3, 4]);
      });

      it('ends an idle run when the signal aborts', async () => {
        const consumer = await openConsumer(log, topic);
        const stop = new AbortController();
        const run = consumer.run(async () => {}, { signal: stop.signal });
        setTimeout(() => stop.abort(), 50);

        await expect(run).resolves.toBeUndefined();
      });

      it('keeps the commits of groups apart', async () => {
        await sendRange(0, 3);
        const consumer = await openConsumer(log, topic, { groupId: 'one' });
        await openConsumer(log, topic, { groupId: 'two' });
        await consumeUntil(consumer, timeoutMs, async (batch) => {
          await batch.commit();
          return numberOf(batch.records.at(-1)!) === 2;
        });
        await consumer.close();

        expect((await log.committedOffsets(topic, 'one'))[0]).toBe(3n);
        expect((await log.committedOffsets(topic, 'two'))[0]).toBeNull();
        expect(await nextNumbers(3, 'two')).toEqual([0, 1, 2]);
      });

      it('shares the partitions among the consumers of a group, and loses no record when one joins or leaves', async () => {
        const total = 90;
        const seen = new Set<string>();
        const served = [new Set<number>(), new Set<number>()];
        const stop = new AbortController();
        const work = (member: number) => async (batch: LogBatch) => {
          for (const record of batch.records) seen.add(`${record.partition}:${numberOf(record)}`);
          served[member]?.add(batch.partition);
          await batch.commit();
        };
        const first = await openConsumer(log, topic, { batchRecordsMax: 3 });
        const firstRun = first.run(work(0), { signal: stop.signal });
        for (const partition of [0, 1, 2]) await sendRange(0, 10, partition);
        await eventually(() => seen.size === 30, { timeoutMs });

        const second = await openConsumer(log, topic, { batchRecordsMax: 3 });
        const leaving = new AbortController();
        const secondRun = second.run(work(1), { signal: leaving.signal });
        let sent = 10;
        await eventually(
          async () => {
            for (const partition of [0, 1, 2]) await sendRange(sent, sent + 1, partition);
            sent += 1;
            return served[1]?.size !== 0;
          },
          { timeoutMs, intervalMs: 100 },
        );
        leaving.abort();
        await secondRun;
        await second.close();
        const last = Math.max(sent + 10, total / 3);
        for (const partition of [0, 1, 2]) await sendRange(sent, last, partition);
        await eventually(() => expect(seen.size).toBe(last * 3), { timeoutMs });
        stop.abort();
        await firstRun;

        const ends = await log.endOffsets(topic);
        expect(await log.committedOffsets(topic, 'group')).toEqual(ends);
      });
    });

    describe('reading without a consumer', () => {
      it('returns end offsets and committed offsets', async () => {
        await sendRange(0, 10, 1);
        const consumer = await openConsumer(log, topic);
        await consumeUntil(consumer, timeoutMs, async (batch) => {
          await batch.commit(3n);
          return true;
        });

        expect(await log.endOffsets(topic)).toEqual([0n, 10n, 0n]);
        expect(await log.committedOffsets(topic, 'group')).toEqual([null, 4n, null]);
        expect(await log.committedOffsets(topic, 'nobody')).toEqual([null, null, null]);
      });

      it('reads a range of one partition without a group', async () => {
        await sendRange(0, 10, 0);
        await sendRange(100, 110, 1);

        expect((await log.readRange(topic, 1, 3n, 4)).map(numberOf)).toEqual([103, 104, 105, 106]);
        expect((await log.readRange(topic, 1, 8n, 100)).map(numberOf)).toEqual([108, 109]);
        expect(await log.readRange(topic, 1, 10n, 100)).toEqual([]);
        expect(await log.readRange(topic, 2, 0n, 100)).toEqual([]);
        expect(await log.readRange(topic, 0, 0n, 0)).toEqual([]);
        await expect(log.readRange(topic, 3, 0n, 1)).rejects.toMatchObject({ code: 'partition_unknown' });
      });
    });

    it('keeps records and commits when it is closed and opened again', async () => {
      await sendRange(0, 10);
      const consumer = await openConsumer(log, topic);
      await consumeUntil(consumer, timeoutMs, async (batch) => {
        await batch.commit(3n);
        return true;
      });
      await log.close();
      await log.close();
      await expect(log.endOffsets(topic)).rejects.toMatchObject({ code: 'closed' });

      log = await test.open();
      expect((await log.endOffsets(topic))[0]).toBe(10n);
      expect((await log.committedOffsets(topic, 'group'))[0]).toBe(4n);
      await sendRange(10, 12);
      expect((await log.readRange(topic, 0, 8n, 10)).map(numberOf)).toEqual([8, 9, 10, 11]);
    });
  });
}
