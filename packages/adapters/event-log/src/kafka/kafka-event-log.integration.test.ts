import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@tonriver/logger';
import { describePart, eventually, startKafka, type TestKafka } from '@tonriver/testing';
import { describeEventLogContract } from '../event-log-contract.test-support.ts';
import { describeEventLogCrashes } from '../event-log-crashes.test-support.ts';
import { connectKafkaEventLog } from '../index.ts';
import { EventLogError, type EventLog, type LogBatch } from '@tonriver/stream';
import { consumeUntil, numbered, numberOf, openConsumer } from '../test-log.test-support.ts';

describePart('kafka', 'Apache Kafka', () => {
  let kafka: TestKafka;
  beforeAll(async () => {
    kafka = await startKafka();
  });
  afterAll(() => kafka.stop());
  const connect = (brokers = kafka.brokers) =>
    connectKafkaEventLog({
      brokers,
      clientId: 'test',
      logger: silentLogger,
      sessionTimeoutMs: 6_000,
      unavailableMaxMs: 30_000,
    });

  describeEventLogContract('Kafka', () => connect());
  describeEventLogCrashes('Kafka', { log: () => ({ kind: 'kafka', brokers: kafka.brokers }), kills: 3, seed: 11 });

  describe('connectKafkaEventLog', () => {
    const newTopic = async (log: EventLog, partitions: number) => {
      const topic = `test.records-${randomUUID()}.v1`;
      await log.ensureTopics([{ name: topic, partitions, recordBytesMax: 1024 * 1024 }]);
      return topic;
    };

    it('goes on sending and reading when the broker is killed and restarted', async () => {
      const log = await connect();
      const topic = await newTopic(log, 2);
      const producer = await log.producer();
      const consumer = await openConsumer(log, topic, { batchRecordsMax: 10 });
      const seen: number[][] = [[], []];
      const stop = new AbortController();
      const run = consumer.run(
        async (batch) => {
          seen[batch.partition]?.push(...batch.records.map(numberOf));
          await batch.commit().catch((error: unknown) => {
            if (!(error instanceof EventLogError) || error.code !== 'partition_revoked') throw error;
          });
        },
        { signal: stop.signal },
      );
      // Its connections are open when the broker dies.
      expect(await log.readRange(topic, 0, 0n, 10)).toEqual([]);
      const total = 400;
      for (let number = 0; number < total; number += 2) {
        const sending = producer.send(topic, [numbered(number, 0), numbered(number + 1, 1)]);
        if (number === 100) await kafka.kill9();
        if (number === 100) await kafka.restart();
        if (number === 250) void kafka.restart();
        await sending;
      }
      await eventually(
        async () => expect(await log.committedOffsets(topic, 'group')).toEqual(await log.endOffsets(topic)),
        { timeoutMs: 60_000, intervalMs: 200 },
      );
      stop.abort();
      await run;
      const readAgain = await log.readRange(topic, 0, 0n, 10_000);
      expect(new Set(readAgain.map(numberOf)).size).toBe(total / 2);
      await log.close();

      seen.forEach((numbers, partition) => {
        // First appearances: complete and in order.
        expect([...new Set(numbers)]).toEqual(Array.from({ length: total / 2 }, (_, index) => index * 2 + partition));
      });
    }, 120_000);

    it('shares partitions between two consumers, refuses commits of batches from before the change, and loses nothing', async () => {
      const one = await connect();
      const two = await connect();
      const topic = await newTopic(one, 4);
      const producer = await one.producer();
      const stop = new AbortController();
      const seen = new Set<number>();
      const shares = [new Set<number>(), new Set<number>()];
      const held: LogBatch[] = [];
      let sent = 0;
      const sendSome = async () => {
        await producer.send(
          topic,
          [0, 1, 2, 3].map((partition) => numbered(sent + partition, partition)),
        );
        sent += 4;
      };
      for (let round = 0; round < 20; round += 1) await sendSome();
      /** The batches of the first generation are held until they are not current any more. */
      const isHolding = () => held.length === 0 || held.some((batch) => batch.isCurrent());
      const work = (member: number) => async (batch: LogBatch) => {
        if (isHolding()) {
          held.push(batch);
          return;
        }
        shares[member]?.add(batch.partition);
        for (const record of batch.records) seen.add(numberOf(record));
        await batch.commit().catch((error: unknown) => {
          if (!(error instanceof EventLogError) || error.code !== 'partition_revoked') throw error;
        });
      };
      const first = await openConsumer(one, topic, { batchRecordsMax: 7 });
      const firstRun = first.run(work(0), { signal: stop.signal });
      await eventually(() => held.flatMap(({ records }) => records).length === 80, { timeoutMs: 20_000 });
      const second = await openConsumer(two, topic, { batchRecordsMax: 7 });
      const secondRun = second.run(work(1), { signal: stop.signal });

      await eventually(() => held.every((batch) => !batch.isCurrent()), { timeoutMs: 30_000 });
      await eventually(
        async () => {
          await sendSome();
          return shares.every(({ size }) => size === 2);
        },
        { timeoutMs: 30_000, intervalMs: 100 },
      );
      for (const batch of held) await expect(batch.commit()).rejects.toMatchObject({ code: 'partition_revoked' });
      await eventually(() => expect(seen.size).toBe(sent), { timeoutMs: 20_000 });
      await eventually(
        async () => expect(await one.committedOffsets(topic, 'group')).toEqual(await one.endOffsets(topic)),
        { timeoutMs: 20_000, intervalMs: 100 },
      );

      stop.abort();
      await Promise.all([firstRun, secondRun]);
      await one.close();
      await two.close();
    }, 120_000);

    it('reads twenty single records in less time than one consumer takes to join a group', async () => {
      const log = await connect();
      const topic = await newTopic(log, 1);
      const producer = await log.producer();
      for (let number = 0; number < 20; number += 1) await producer.send(topic, [numbered(number)]);
      const joiningMs = performance.now();
      const consumer = await openConsumer(log, topic);
      await consumeUntil(consumer, 60_000, async () => true);
      const joinedMs = performance.now();
      await consumer.close();
      const readMs = performance.now();
      for (let number = 0; number < 20; number += 1) {
        expect((await log.readRange(topic, 0, BigInt(number), 1)).map(numberOf)).toEqual([number]);
      }
      const [reading, joining] = [performance.now() - readMs, joinedMs - joiningMs].map(Math.round);
      process.stderr.write(`twenty single records: ${reading} ms; joining one group: ${joining} ms\n`);
      expect(reading).toBeLessThan(joining!);
      await log.close();
    }, 180_000);

    it('tells the command to run when a topic allows only smaller records', async () => {
      const log = await connect();
      const topic = await newTopic(log, 1);
      await expect(
        log.ensureTopics([{ name: topic, partitions: 1, recordBytesMax: 16 * 1024 * 1024 }]),
      ).rejects.toMatchObject({ code: 'topic_mismatch', message: expect.stringContaining('kafka-configs.sh --alter') });
      await log.close();
    });

    it('knows the limits of a topic that another process created', async () => {
      const creator = await connect();
      const topic = await newTopic(creator, 1);
      await creator.close();
      const log = await connect();
      const producer = await log.producer();
      const tooLarge = { ...numbered(0), value: new Uint8Array(1024 * 1024 + 1) };

      await expect(producer.send(topic, [tooLarge])).rejects.toMatchObject({ code: 'record_too_large' });
      await producer.send(topic, [numbered(0)]);
      await log.close();
    });
  });
});

describe('connectKafkaEventLog without a broker', () => {
  it('rejects with a retryable error after its time limit', async () => {
    const connecting = connectKafkaEventLog({
      brokers: ['127.0.0.1:1'],
      clientId: 'test',
      logger: silentLogger,
      unavailableMaxMs: 200,
    });

    await expect(connecting).rejects.toMatchObject({ code: 'broker_unavailable', isRetryable: true });
  });
});
