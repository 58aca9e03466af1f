import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@tonriver/logger';
import { describePart, eventually, type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import { describeEventLogContract } from '../event-log-contract.test-support.ts';
import { describeEventLogCrashes } from '../event-log-crashes.test-support.ts';
import { openEmbeddedEventLog } from '../index.ts';
import type { EventLog, LogBatch, TopicSpecification } from '@tonriver/stream';
import { consumeUntil, numbered, numberOf, openConsumer } from '../test-log.test-support.ts';

const shared = temporaryDirectory();
afterAll(() => shared.remove());
const openShared = () => openEmbeddedEventLog({ directory: shared.path, logger: silentLogger });

describeEventLogContract('embedded', openShared);
describeEventLogCrashes('embedded', { log: () => ({ kind: 'embedded', directory: shared.path }), kills: 8, seed: 7 });

describe('openEmbeddedEventLog', () => {
  const topic = 'test.records.v1';
  let folder: TemporaryDirectory;
  let now: number;
  let log: EventLog;
  const open = () => openEmbeddedEventLog({ directory: folder.path, logger: silentLogger, nowMs: () => now });
  const ensure = (specification: Partial<TopicSpecification> = {}) =>
    log.ensureTopics([{ name: topic, partitions: 1, recordBytesMax: 1024 * 1024, ...specification }]);
  const send = async (from: number, to: number) => {
    const producer = await log.producer();
    const records = Array.from({ length: to - from }, (_, index) => numbered(from + index));
    await producer.send(topic, records);
  };
  const kept = async () => (await log.readRange(topic, 0, 0n, 10_000)).map(numberOf);
  beforeEach(async () => {
    folder = temporaryDirectory();
    now = 1_700_000_000_000;
    log = await open();
  });
  afterEach(async () => {
    await log.close();
    folder.remove();
  });

  /** Commits everything up to and including an offset for a group. */
  const commitThrough = async (groupId: string, offset: bigint) => {
    const consumer = await openConsumer(log, topic, { groupId });
    await consumeUntil(consumer, 5_000, async (batch) => {
      await batch.commit(offset);
      return true;
    });
    await consumer.close();
  };

  it('opens at once', async () => {
    await ensure();
    const tookMs: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await log.close();
      const start = performance.now();
      log = await open();
      tookMs.push(performance.now() - start);
    }

    expect(Math.min(...tookMs)).toBeLessThan(500);
  });

  it('names the pid of the process that has the directory, also when it is this process', async () => {
    await expect(open()).rejects.toMatchObject({ code: 'directory_held', fields: { pid: process.pid } });
    await log.close();
    const task = JSON.stringify({ kind: 'produce', log: { kind: 'embedded', directory: folder.path }, topic, next: 0 });
    log = await open();
    await ensure({ partitions: 3 });
    await log.close();
    const script = join(import.meta.dirname, '../crash-child.test-support.ts');
    const holder = spawn(process.execPath, ['--import', import.meta.resolve('@tonriver/strip-types'), script, task]);
    await once(holder.stdout, 'data');

    await expect(open()).rejects.toMatchObject({ code: 'directory_held', fields: { pid: holder.pid } });

    holder.kill('SIGKILL');
    await once(holder, 'exit');
    log = await open();
  });

  describePart('pid-namespaces', 'beside another container', () => {
    it('refuses a directory that a process of the other container has', async () => {
      await ensure({ partitions: 3 });
      await log.close();
      const task = JSON.stringify({
        kind: 'produce',
        log: { kind: 'embedded', directory: folder.path },
        topic,
        next: 0,
      });
      const script = join(import.meta.dirname, '../crash-child.test-support.ts');
      const program = [process.execPath, '--import', import.meta.resolve('@tonriver/strip-types'), script, task];
      const holder = spawn('unshare', ['--pid', '--fork', '--kill-child', '--mount-proc', ...program]);
      await once(holder.stdout, 'data');

      await expect(open()).rejects.toMatchObject({ code: 'directory_held', fields: { pid: 1 } });

      holder.kill('SIGKILL');
      await once(holder, 'exit');
      // The inner process is killed too, but may end a moment later.
      log = await eventually(open, { timeoutMs: 5_000 });
    });
  });

  it('removes records only after every group has committed them', async () => {
    await ensure();
    await openConsumer(log, topic, { groupId: 'slow' });
    await send(0, 100);
    await commitThrough('quick', 79n);
    await commitThrough('slow', 29n);

    await eventually(async () => expect(await kept()).toEqual(range(30, 100)), { timeoutMs: 5_000 });
    await commitThrough('slow', 99n);
    await eventually(async () => expect(await kept()).toEqual(range(80, 100)), { timeoutMs: 5_000 });
    expect(await log.endOffsets(topic)).toEqual([100n]);
  });

  it('gives no offset twice after all records were committed and removed', async () => {
    await ensure();
    await send(0, 10);
    await commitThrough('group', 9n);
    await eventually(async () => (await kept()).length === 1, { timeoutMs: 5_000 });
    await log.close();
    log = await open();
    await send(10, 12);

    expect(await log.endOffsets(topic)).toEqual([12n]);
    const consumer = await openConsumer(log, topic);
    await consumeUntil(consumer, 5_000, async ({ records }) => {
      expect(records.map(({ offset }) => offset)).toEqual([10n, 11n]);
      return true;
    });
  });

  it('removes old records when there is no group, and none when there is no retention', async () => {
    await ensure({ retentionMs: 1_000 });
    await send(0, 5);
    now += 1_500;
    await send(5, 8);
    await eventually(async () => expect(await kept()).toEqual([5, 6, 7]), { timeoutMs: 5_000 });

    await log.ensureTopics([{ name: 'test.kept.v1', partitions: 1, recordBytesMax: 1_000 }]);
    const producer = await log.producer();
    await producer.send('test.kept.v1', [numbered(0)]);
    now += 10 ** 12;
    await producer.send('test.kept.v1', [numbered(1)]);
    expect(await log.readRange('test.kept.v1', 0, 0n, 10)).toHaveLength(2);
  });

  it('keeps committed records when its retention is unlimited', async () => {
    await ensure({ retentionMs: -1 });
    await send(0, 5);
    await commitThrough('group', 4n);
    now += 10 ** 12;
    await send(5, 6);

    expect(await kept()).toEqual(range(0, 6));
  });

  it('delivers records that stay unchanged after the log has removed and overwritten them', async () => {
    await ensure();
    const producer = await log.producer();
    const large = (number: number) => ({ ...numbered(number), value: Buffer.alloc(300_000, number) });
    for (let number = 1; number <= 20; number += 1) await producer.send(topic, [large(number)]);
    const consumer = await openConsumer(log, topic, { batchRecordsMax: 4, batchBytesMax: 2_000_000 });
    const held: LogBatch[] = [];
    await consumeUntil(consumer, 10_000, async (batch) => {
      held.push(batch);
      await batch.commit();
      return held.length === 5;
    });
    for (let number = 21; number <= 40; number += 1) await producer.send(topic, [large(number)]);

    const values = held.flatMap(({ records }) => records).map((record) => [numberOf(record), record.value] as const);
    expect(values).toHaveLength(20);
    for (const [number, value] of values) expect(value.every((byte) => byte === number)).toBe(true);
  });

  it('keeps its file small while records are added and removed', async () => {
    await ensure();
    const producer = await log.producer();
    const consumer = await openConsumer(log, topic);
    const stop = new AbortController();
    let received = 0;
    const run = consumer.run(
      async (batch) => {
        received += batch.records.length;
        await batch.commit();
      },
      { signal: stop.signal },
    );
    for (let number = 0; number < 300; number += 1) {
      await producer.send(topic, [{ ...numbered(number), value: Buffer.alloc(200_000 + ((number * 7919) % 500_000)) }]);
      await eventually(() => received > number - 10, { timeoutMs: 5_000, intervalMs: 1 });
    }
    stop.abort();
    await run;
    const { size } = await import('node:fs/promises').then(({ stat }) => stat(join(folder.path, 'data.mdb')));

    // 135 MB went through; a few records and the free pages between them are left.
    expect(size).toBeLessThan(40_000_000);
  });

  it('finishes sends that are under way when it is closed', async () => {
    await ensure();
    const producer = await log.producer();
    const sends = Array.from({ length: 20 }, (_, number) => producer.send(topic, [numbered(number)]));
    await log.close();
    await Promise.all(sends);
    log = await open();

    expect(await kept()).toEqual(range(0, 20));
  });
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
