import { describe, expect, it } from '@jest/globals';
import { decodeDeadLetter, topicsOf } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { eventually } from '@tonriver/testing';
import type { LogRecord } from './event-log.ts';
import { EventLogError } from './event-log-error.ts';
import { openStream, type StreamOptions } from './open-stream.ts';
import { ok, reject } from './outcome.ts';
import type { StreamStep } from './stream-step.ts';
import { createMemoryLog, type MemoryLog } from './testing/memory-log.test-support.ts';

const { rawBlocks: topic, rawBlocksDeadLetters } = topicsOf('testnet', { rawPartitions: 2 });
const nameOf = ({ value }: Pick<LogRecord, 'value'>): string => Buffer.from(value).toString();
const recordsOf = (partition: number, ...names: readonly string[]) =>
  names.map((name) => ({ partition, key: null, value: Buffer.from(name), headers: {} }));

/** Creates a step that lists the records it takes and saves, and fails when passes or saves overlap. */
function createListingStep(changes: Partial<StreamStep> = {}) {
  const taken: string[] = [];
  const saved: string[] = [];
  const events: string[] = [];
  let waiting: string[] = [];
  let busy = 0;
  const alone = async (name: string, work: () => Promise<void> = async () => undefined): Promise<void> => {
    busy += 1;
    if (busy > 1) throw new Error(`${name} began while another pass or save was under way`);
    await new Promise((resolve) => setImmediate(resolve));
    await work();
    busy -= 1;
  };
  const step: StreamStep = {
    take(record) {
      const name = nameOf(record);
      taken.push(name);
      if (name.startsWith('bad')) return reject('bad_name', `${name} is a bad name`);
      waiting.push(name);
      return ok(() => true);
    },
    isFull: false,
    async pass() {
      await alone('pass');
      return { pauseMs: 1, isSaveDue: true };
    },
    async save(done) {
      const own = waiting;
      waiting = [];
      await alone('save');
      saved.push(...own);
      events.push(...done.map(({ partition, offset }) => `saved ${partition}@${offset}`));
    },
    ...changes,
  };
  return { step, taken, saved, events };
}

async function start(memory: MemoryLog, step: StreamStep, changes: Partial<StreamOptions> = {}) {
  const producer = await memory.log.producer();
  const stream = await openStream({
    log: memory.log,
    topic,
    groupId: 'group',
    batchRecordsMax: 10,
    batchBytesMax: 1000,
    rejectedMessage: 'A record is rejected',
    deadLetters: { topic: rawBlocksDeadLetters, producer, readerVersion: 1 },
    logger: silentLogger,
    ...changes,
  });
  const stop = new AbortController();
  const ended = stream.run(() => step, stop.signal);
  ended.catch(() => undefined);
  return {
    ended,
    async stop() {
      stop.abort();
      await ended;
    },
  };
}

const until = (isTrue: () => boolean) => eventually(isTrue, { timeoutMs: 20_000 });

describe('openStream', () => {
  it('takes the records of a partition in order, and commits them after a save', async () => {
    const memory = createMemoryLog({ partitions: 2 });
    memory.send(topic.name, [...recordsOf(0, 'a', 'b', 'c'), ...recordsOf(1, 'x', 'y')]);
    const { step, taken, saved } = createListingStep();
    const running = await start(memory, step);
    await until(() => memory.committed().join() === '3,2');
    await running.stop();
    expect(taken.filter((name) => name < 'm')).toEqual(['a', 'b', 'c']);
    expect(taken.filter((name) => name > 'm')).toEqual(['x', 'y']);
    expect(saved.toSorted()).toEqual(['a', 'b', 'c', 'x', 'y']);
  });

  it('commits nothing before a save, however many passes run', async () => {
    const memory = createMemoryLog();
    memory.send(topic.name, recordsOf(0, 'a', 'b'));
    let passes = 0;
    const { step, taken } = createListingStep({
      async pass() {
        passes += 1;
        return { pauseMs: 1, isSaveDue: false };
      },
    });
    const running = await start(memory, step);
    await until(() => taken.length === 2 && passes > 5);
    expect(memory.committed()).toEqual([0n]);
    // A stop saves the work that is done, and commits it.
    await running.stop();
    expect(memory.committed()).toEqual([2n]);
  });

  it('commits a record that comes during a save only after the next save', async () => {
    const memory = createMemoryLog();
    memory.send(topic.name, recordsOf(0, 'a'));
    const { step, taken } = createListingStep();
    const releases: (() => void)[] = [];
    let saves = 0;
    const running = await start(memory, {
      ...step,
      isFull: false,
      async save(done) {
        if (done.length === 0) return;
        saves += 1;
        await new Promise<void>((resolve) => releases.push(resolve));
      },
    });
    await until(() => saves === 1);
    memory.send(topic.name, recordsOf(0, 'b'));
    await until(() => taken.length === 2);
    releases[0]!();
    await until(() => saves === 2);
    expect(memory.committed()).toEqual([1n]);
    releases[1]!();
    await running.stop();
    expect(memory.committed()).toEqual([2n]);
  });

  it('commits only up to the first record that is not done', async () => {
    const memory = createMemoryLog();
    memory.send(topic.name, recordsOf(0, 'a', 'b', 'c'));
    const open = new Set(['b']);
    const { step } = createListingStep({ take: (record) => ok(() => !open.has(nameOf(record))) });
    const running = await start(memory, step);
    await until(() => memory.committed()[0] === 1n);
    expect(memory.committed()).toEqual([1n]);
    open.clear();
    await until(() => memory.committed()[0] === 3n);
    await running.stop();
  });

  it('writes exactly one dead letter of a rejected record that comes again, and counts the record as done', async () => {
    const memory = createMemoryLog();
    memory.send(topic.name, recordsOf(0, 'a', 'bad', 'b'));
    const counts: number[] = [];
    const producer = await memory.log.producer();
    const options = {
      deadLetters: {
        topic: rawBlocksDeadLetters,
        producer,
        readerVersion: 1,
        onOpenCount: (count: number) => counts.push(count),
      },
    };
    const failing = createListingStep({ save: () => Promise.reject(new Error('disk on fire')) });
    await expect((await start(memory, failing.step, options)).ended).rejects.toThrow('disk on fire');
    const { step } = createListingStep();
    const running = await start(memory, step, options);
    await until(() => memory.committed()[0] === 3n);
    await running.stop();
    const letters = memory.records(rawBlocksDeadLetters.name).map(decodeDeadLetter);
    expect(letters).toMatchObject([{ code: 'bad_name', cause: 'bad is a bad name', offset: 1n }]);
    expect(counts.at(-1)).toBe(1);
  });

  it('only reports a rejected record when it has no topic of dead letters', async () => {
    const memory = createMemoryLog();
    memory.send(topic.name, recordsOf(0, 'bad', 'a'));
    const { step } = createListingStep();
    const lines: unknown[] = [];
    const stream = await openStream({
      log: memory.log,
      topic,
      groupId: 'group',
      batchRecordsMax: 10,
      batchBytesMax: 1000,
      rejectedMessage: 'A record is rejected',
      logger: { ...silentLogger, error: (message, fields) => lines.push([message, fields?.['code']]) },
    });
    const stop = new AbortController();
    const ended = stream.run(() => step, stop.signal);
    await until(() => memory.committed()[0] === 2n);
    stop.abort();
    await ended;
    expect(lines).toEqual([['A record is rejected', 'bad_name']]);
    expect(memory.records(rawBlocksDeadLetters.name)).toEqual([]);
  });

  it('tells the step which records come again after a rebalance, and commits nothing through old batches', async () => {
    const memory = createMemoryLog();
    memory.send(topic.name, recordsOf(0, 'a', 'b'));
    const forgotten: string[] = [];
    let isSaving = false;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { step, taken } = createListingStep({
      forget: (partition, from) => forgotten.push(`${partition}@${from}`),
      async save(done) {
        if (done.length === 0 || isSaving) return;
        isSaving = true;
        await held;
      },
    });
    const running = await start(memory, step);
    await until(() => isSaving && taken.length === 2);
    memory.rebalance();
    await until(() => taken.length === 4);
    release();
    await until(() => memory.committed()[0] === 2n);
    await running.stop();
    expect(taken).toEqual(['a', 'b', 'a', 'b']);
    expect(forgotten).toEqual(['0@0', '0@0']);
    expect(memory.commitCount).toBe(1);
  });

  it('takes no record while the step is full', async () => {
    const memory = createMemoryLog();
    memory.send(topic.name, recordsOf(0, 'a', 'b', 'c'));
    let held = 0;
    let most = 0;
    const { step } = createListingStep({
      take() {
        held += 1;
        most = Math.max(most, held);
        return ok(() => true);
      },
      async save() {
        held = 0;
      },
    });
    Object.defineProperty(step, 'isFull', { get: () => held > 0 });
    const running = await start(memory, step);
    await until(() => memory.committed()[0] === 3n);
    await running.stop();
    expect(most).toBe(1);
  });

  it('stops at an unknown error and moves no offset', async () => {
    for (const failing of ['take', 'pass', 'save', 'begin'] as const) {
      const memory = createMemoryLog();
      memory.send(topic.name, recordsOf(0, 'a'));
      const fail = (): never => {
        throw new Error(`${failing} is broken`);
      };
      const { step } = createListingStep({
        [failing]: async () => fail(),
        ...(failing === 'take' ? { take: fail } : {}),
      });
      const signals: AbortSignal[] = [];
      const stream = await openStream({
        log: memory.log,
        topic,
        groupId: 'group',
        batchRecordsMax: 10,
        batchBytesMax: 1000,
        rejectedMessage: 'A record is rejected',
        logger: silentLogger,
      });
      const run = stream.run((signal) => {
        signals.push(signal);
        return step;
      }, new AbortController().signal);
      await expect(run).rejects.toThrow(`${failing} is broken`);
      expect(memory.committed()).toEqual([0n]);
      if (failing !== 'begin') expect(signals[0]!.aborted).toBe(true);
    }
  });

  it('repeats a commit that fails for the moment, and ends when the log refuses one', async () => {
    const memory = createMemoryLog();
    memory.send(topic.name, recordsOf(0, 'a'));
    memory.failCommits(new EventLogError('broker_unavailable', 'away', {}, { isRetryable: true }));
    const { step } = createListingStep();
    const running = await start(memory, step);
    await until(() => memory.commitCount > 2);
    memory.failCommits(undefined);
    await until(() => memory.committed()[0] === 1n);
    memory.failCommits(new EventLogError('broker_refused', 'no right to'));
    memory.send(topic.name, recordsOf(0, 'b'));
    await expect(running.ended).rejects.toMatchObject({ code: 'broker_refused' });
  });

  it('reads committed records that the step does not know before all others', async () => {
    const memory = createMemoryLog({ partitions: 2 });
    memory.send(topic.name, [...recordsOf(0, 'a', 'b', 'c', 'd'), ...recordsOf(1, 'x', 'y')]);
    memory.setCommitted(0, 3n);
    memory.setCommitted(1, 1n);
    memory.trim(topic.name, 1, 1n);
    let lost = 0;
    const known = [1n, 0n];
    const { step, taken, events } = createListingStep({
      progress: { nextOffset: (partition) => known[partition]!, onRecordsLost: () => (lost += 1) },
    });
    const running = await start(memory, step);
    await until(() => memory.committed()[0] === 4n);
    await running.stop();
    expect(taken.slice(0, 2)).toEqual(['b', 'c']);
    expect(taken).toContain('d');
    expect(lost).toBe(1);
    expect(events.some((event) => ['saved 0@2', 'saved 0@3'].includes(event))).toBe(true);
  });

  it('sends heartbeats while it waits', async () => {
    const memory = createMemoryLog();
    let beats = 0;
    const { step } = createListingStep();
    const running = await start(memory, step, { beat: () => (beats += 1) });
    await until(() => beats > 5);
    await running.stop();
    expect(memory.committed()).toEqual([0n]);
  });
});
