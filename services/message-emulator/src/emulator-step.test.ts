import { beforeEach, describe, expect, it } from '@jest/globals';
import { type EmulatedTraceAnswer, type EmulateTraceCall, GetMethodError } from '@tonriver/api-model';
import { CellBuilder, writeBag } from '@tonriver/boc';
import { formatAccountAddress, standardAddress, writeExternalMessage } from '@tonriver/chain-model';
import { encodeExternalMessage } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { createMemoryPendingStore, type PendingStore } from '@tonriver/pending-store';
import type { PartitionAssignment, StreamStep } from '@tonriver/stream';
import { createMetrics } from '@tonriver/telemetry';
import { createEmulatorReport } from './emulator-report.ts';
import { createEmulatorStep, type EmulatorStepDependencies } from './emulator-step.ts';
import { createKeepTraces } from './store/keep-traces.ts';
import { createLiveTraces, type LiveTraces } from './traces/live-traces.ts';
import { createWake } from './wake.ts';

const PER_ACCOUNT_MAX = 5;
const BYTES_MAX = 10_000_000;
const TTL_MS = 120_000;
const STARTED_AT_MS = 1_000_000;

let nowMs: number;
let indexedSeqno: number;
let touched: readonly string[];
let calls: EmulateTraceCall[];
/** What the executor says of a message, by the number in its body. */
let answers: Map<number, EmulatedTraceAnswer | GetMethodError | Promise<EmulatedTraceAnswer>>;
let traces: LiveTraces;
let store: PendingStore;
let step: StreamStep;
let offset: bigint;
let aborting: AbortController;

let isCurrent: boolean;
let taken: bigint[];
const assignment: PartitionAssignment = { isCurrent: () => isCurrent };
const clock = { nowMs: () => nowMs, pause: async () => undefined, yield: async () => undefined };
const refusal = () => new GetMethodError('message_not_accepted', 'External message was not accepted');

const numbers = new Map<string, number>();
const numberOf = (messageBoc: string): number => numbers.get(messageBoc)!;

/** A message to an account of which the number is all there is. */
function messageOf(account: number, number: number) {
  const address = { workchain: 0, hash: new Uint8Array(32).fill(account) };
  const body = new CellBuilder().storeUint(number, 32).endCell();
  const boc = Uint8Array.from(writeBag([writeExternalMessage({ destination: standardAddress(address), body })]));
  numbers.set(Buffer.from(boc).toString('base64'), number);
  return { address, boc, text: formatAccountAddress(address) };
}

const numbersOfCalls = () =>
  calls.map(({ messageBoc }) => numberOf(messageBoc)).toSorted((left, right) => left - right);

/** A trace without transactions is enough where only its coming and going matters. */
const traceOf = (states: Readonly<Record<string, string>> = {}): EmulatedTraceAnswer => ({
  seqno: indexedSeqno,
  isIncomplete: false,
  rootHash: Buffer.alloc(32, 1).toString('base64'),
  parts: [],
  actions: [],
  states,
});

beforeEach(async () => {
  [nowMs, indexedSeqno, touched, calls, offset] = [1_000, 10, [], [], 0n];
  answers = new Map();
  traces = createLiveTraces({ tracesMax: 50, perAccountMax: PER_ACCOUNT_MAX, bytesMax: BYTES_MAX });
  isCurrent = true;
  taken = [];
  store = createMemoryPendingStore({ partitions: 1, nowMs: () => nowMs });
  aborting = new AbortController();
  const executor: EmulatorStepDependencies['executor'] = {
    async emulateTrace(call) {
      calls.push(call);
      const answer = await answers.get(numberOf(call.messageBoc));
      if (answer instanceof GetMethodError) throw answer;
      return answer ?? traceOf();
    },
    continueTrace: () => Promise.reject(new Error('nothing is mined here')),
  };
  const keep = createKeepTraces({
    store,
    traces,
    logger: silentLogger,
    nowMs: () => nowMs,
    coveredPartitions: async () => [0],
  });
  const metrics = createMetrics();
  step = createEmulatorStep({
    executor,
    reader: {
      messagePlaces: { getMany: async (keys: readonly string[]) => keys.map(() => undefined) },
      parts: { byKey: async () => [], ofTransactions: async () => [], atPlaces: async () => [] },
      touchedAccounts: async () => touched,
      stores: { gated: { select: async () => [] }, admitted: { select: async () => [] } },
    } as unknown as EmulatorStepDependencies['reader'],
    head: async () => ({ range: { firstSeqno: 1, lastSeqno: indexedSeqno }, indexedSeqno }),
    traces,
    taken: { took: (_partition, taking) => void taken.push(taking), covered: async () => [0] },
    keep,
    wake: createWake(clock),
    bounds: { emulationsMax: 2, messageTtlMs: TTL_MS },
    report: createEmulatorReport({ metrics, logger: silentLogger, clock }),
    logger: silentLogger,
    clock,
    startedAtMs: STARTED_AT_MS,
    signal: aborting.signal,
  });
  await keep.upkeep();
});

/** Gives a message to the step. Returns what says whether its record is done. */
function take({ address, boc }: ReturnType<typeof messageOf>, acceptedAtMs = STARTED_AT_MS): () => boolean {
  const record = {
    partition: 0,
    offset: offset++,
    ...encodeExternalMessage({ account: address.hash, boc, acceptedAtMs }),
  };
  const outcome = step.take(record, assignment);
  if (outcome.kind !== 'ok') throw new Error(`refused: ${outcome.code}`);
  return outcome.value;
}

/** Passes until nothing changes. */
async function settle(): Promise<void> {
  for (let pass = 0; pass < 30; pass += 1) {
    await step.pass();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const shown = async (text: string): Promise<readonly string[]> =>
  (await store.ofAccount(text)).map(({ state }) => state);

/** The store is confirmed again, as the upkeep does in a process. */
const confirm = async (): Promise<void> => await store.confirm(0, 1_000_000);

describe('a message that is followed', () => {
  it('is emulated at the newest round, and shown by its account and by both hashes', async () => {
    await confirm();
    const message = messageOf(1, 7);
    const isDone = take(message);
    await settle();
    expect(calls.map(({ seqno, withActions }) => [seqno, withActions])).toEqual([[10, true]]);
    const [trace] = await store.ofAccount(message.text);
    expect(trace).toMatchObject({ state: 'pending', isRootMined: false, endSeqno: null, seqno: 10 });
    expect(await store.byHashes([trace!.externalHash])).toEqual([trace]);
    expect(await store.byHashes([trace!.key])).toEqual([trace]);
    expect(isDone()).toBe(false);
  });

  it('is followed once, however often it comes', async () => {
    const message = messageOf(1, 7);
    const done = [take(message), take(message)];
    await settle();
    const again = take(message);
    await settle();
    expect([calls.length, traces.count]).toEqual([1, 1]);
    expect([...done, again].map((isDone) => isDone())).toEqual([false, false, false]);
  });

  it('that is refused is tried once behind the earlier ones of its account, and not behind those of others', async () => {
    await confirm();
    const state = Buffer.from('state after').toString('base64');
    const [first, second, other] = [messageOf(1, 1), messageOf(1, 2), messageOf(2, 3)];
    answers.set(1, traceOf({ [first.text]: state }));
    answers.set(2, refusal());
    answers.set(3, refusal());
    for (const message of [first, second, other]) take(message);
    await settle();
    expect(
      calls
        .map(({ messageBoc, states }) => [numberOf(messageBoc), states] as const)
        .toSorted(([left], [right]) => left - right),
    ).toEqual([
      [1, undefined],
      [2, undefined],
      [2, { [first.text]: state }],
      [3, undefined],
    ]);
    expect(await shown(other.text)).toEqual(['refused']);
    const [refused] = await store.ofAccount(other.text);
    expect(refused).toMatchObject({ reason: 'External message was not accepted', parts: [], actions: [] });
  });

  it('is emulated again when a round changes its account, and is void when it is refused then', async () => {
    await confirm();
    const message = messageOf(1, 1);
    take(message);
    await settle();
    indexedSeqno = 11;
    touched = [messageOf(2, 0).text];
    await settle();
    expect(calls).toHaveLength(1);
    answers.set(1, refusal());
    indexedSeqno = 12;
    touched = [message.text];
    await settle();
    expect(calls).toHaveLength(2);
    expect(await shown(message.text)).toEqual(['refused']);
  });

  it('is emulated again after some seconds, because contracts look at the clock', async () => {
    take(messageOf(1, 1));
    await settle();
    nowMs += 6_000;
    indexedSeqno = 11;
    await settle();
    expect(calls.map(({ seqno }) => seqno)).toEqual([10, 11]);
  });

  it('that took long to emulate is emulated again later, unless a round changes its own account', async () => {
    let answer = (_trace: EmulatedTraceAnswer): void => undefined;
    answers.set(
      1,
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const message = messageOf(1, 1);
    take(message);
    await settle();
    nowMs += 1_000;
    answer(traceOf());
    await settle();
    const callsAfter = async (ms: number): Promise<number> => {
      nowMs += ms;
      indexedSeqno += 1;
      await settle();
      return calls.length;
    };
    expect([await callsAfter(6_000), await callsAfter(13_000), await callsAfter(2_000)]).toEqual([1, 1, 2]);
    touched = [message.text];
    expect(await callsAfter(1)).toBe(3);
  });

  it('waits while the executor has no room, and is not taken for refused', async () => {
    await confirm();
    const message = messageOf(1, 1);
    answers.set(1, new GetMethodError('overloaded', 'too many', {}, { isRetryable: true }));
    take(message);
    await settle();
    expect(await shown(message.text)).toEqual([]);
    answers.delete(1);
    nowMs += 1_000;
    await settle();
    expect(await shown(message.text)).toEqual(['pending']);
  });

  it('that comes to no block leaves after its time, and its record is done', async () => {
    await confirm();
    const message = messageOf(1, 1);
    const isDone = take(message);
    await settle();
    nowMs += TTL_MS - 1;
    await settle();
    expect([isDone(), (await shown(message.text)).length]).toEqual([false, 1]);
    nowMs += 1;
    await settle();
    expect([isDone(), (await shown(message.text)).length, traces.count]).toEqual([true, 0, 0]);
  });
});

describe('many messages', () => {
  it('to one account take no room from others', async () => {
    await confirm();
    const done = Array.from({ length: 20 }, (_, number) => take(messageOf(1, number)));
    const other = messageOf(2, 100);
    take(other);
    await settle();
    expect(done.filter((isDone) => isDone())).toHaveLength(20 - PER_ACCOUNT_MAX);
    expect(await shown(other.text)).toEqual(['pending']);
  });

  it('take a place as soon as it is free, but not before blocks were looked through for them', async () => {
    let answer: (trace: EmulatedTraceAnswer) => void = () => undefined;
    answers.set(1, new Promise((resolve) => (answer = resolve))).set(2, new Promise(() => undefined));
    for (const number of [1, 2, 3]) take(messageOf(number, number));
    await step.pass();
    expect(numbersOfCalls()).toEqual([1, 2]);
    take(messageOf(4, 4));
    answer(traceOf());
    await new Promise((resolve) => setImmediate(resolve));
    expect(numbersOfCalls()).toEqual([1, 2, 3]);
    await step.pass();
    expect(numbersOfCalls()).toEqual([1, 2, 3, 4]);
  });

  it('to one account are emulated one after the other, beside those of others', async () => {
    let finish: (answer: EmulatedTraceAnswer) => void = () => undefined;
    answers.set(1, new Promise((resolve) => (finish = resolve)));
    for (const [account, number] of [
      [1, 1],
      [1, 2],
      [2, 3],
      [3, 4],
    ] as const)
      take(messageOf(account, number));
    await settle();
    expect(numbersOfCalls()).toEqual([1, 3, 4]);
    finish(traceOf());
    await settle();
    expect(numbersOfCalls()).toEqual([1, 2, 3, 4]);
  });
});

describe('a message that takes too long', () => {
  const tooLong = () => new GetMethodError('timed_out', 'timeout', {}, { isRetryable: true });

  it('is emulated again ever later', async () => {
    answers.set(1, tooLong());
    take(messageOf(1, 1));
    await settle();
    for (const [afterMs, count] of [
      [4_999, 1],
      [1, 2],
      [9_999, 2],
      [1, 3],
      [20_000, 4],
      [40_000, 5],
    ] as const) {
      nowMs += afterMs;
      await settle();
      expect(calls).toHaveLength(count);
    }
  });

  it('takes one place from others, however many there are', async () => {
    for (const number of [1, 2, 3]) {
      answers.set(number, tooLong());
      take(messageOf(number, number));
    }
    await settle();
    nowMs += 10_000;
    for (const number of [1, 2, 3]) answers.set(number, new Promise(() => undefined));
    await settle();
    expect(calls).toHaveLength(4);
    const other = messageOf(4, 4);
    take(other);
    await settle();
    await confirm();
    expect(await shown(other.text)).toEqual(['pending']);
  });
});

describe('a trace that is large', () => {
  const states = (bytes: number) => ({ [messageOf(9, 0).text]: 'A'.repeat(bytes) });

  it('is not shown when it is larger than any may be, and its record is done', async () => {
    await confirm();
    answers.set(1, traceOf(states(5_000_000)));
    const message = messageOf(1, 1);
    const isDone = take(message);
    await settle();
    expect([await shown(message.text), isDone(), traces.count]).toEqual([[], true, 0]);
  });

  it('leaves when all together take too much memory, the largest ones first', async () => {
    await confirm();
    const messages = [1, 2, 3, 4].map((number) => messageOf(number, number));
    for (const [index, bytes] of [2_000_000, 3_900_000, 3_000_000, 3_500_000].entries()) {
      answers.set(index + 1, traceOf(states(bytes)));
      take(messages[index]!);
    }
    await settle();
    expect(await Promise.all(messages.map(({ text }) => shown(text)))).toEqual([
      ['pending'],
      [],
      ['pending'],
      ['pending'],
    ]);
  });
});

describe('a record', () => {
  it('that is not a message from outside is refused, counts as taken, and is saved', async () => {
    const account = new Uint8Array(32);
    const event = encodeExternalMessage({ account, boc: Uint8Array.of(1, 2, 3), acceptedAtMs: 1 });
    const outcome = step.take({ partition: 0, offset: 7n, ...event }, assignment);
    expect(outcome).toMatchObject({ kind: 'reject', code: 'bad_message' });
    expect(taken).toEqual([7n]);
    expect((await step.pass()).isSaveDue).toBe(true);
    expect((await step.pass()).isSaveDue).toBe(false);
  });

  it('of a partition that was taken away is left to the process that has it now', async () => {
    await confirm();
    const message = messageOf(1, 1);
    take(message);
    await settle();
    isCurrent = false;
    await settle();
    expect(traces.count).toBe(0);
    // What readers see stays until the other process writes it.
    expect(await shown(message.text)).toEqual(['pending']);
  });
});
