import { type EmulatedTraceAnswer, type EmulateTraceCall, GetMethodError } from '@tonriver/api-model';
import { CellBuilder, writeBag } from '@tonriver/boc';
import {
  formatAccountAddress,
  parseAccountAddress,
  standardAddress,
  writeExternalMessage,
} from '@tonriver/chain-model';
import type { TransactionPart } from '@tonriver/chain-reader';
import { encodeExternalMessage } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { createMemoryPendingStore, type PendingStore } from '@tonriver/pending-store';
import { createWake, type PartitionAssignment, type StreamStep } from '@tonriver/stream';
import { createMetrics } from '@tonriver/telemetry';
import { createEmulatorReport } from '../emulator-report.ts';
import { createEmulatorStep, type EmulatorStepDependencies } from '../emulator-step.ts';
import { createKeepTraces } from '../store/keep-traces.ts';
import { createLiveTraces, type LiveTraces } from '../traces/live-traces.ts';

export const PER_ACCOUNT_MAX = 5;
const BYTES_MAX = 10_000_000;
export const TTL_MS = 120_000;
/** Unix time in milliseconds. */
export const STARTED_AT_MS = 1_000_000;

/** What a test changes, and what it sees. */
interface StepBench {
  nowMs: number;
  indexedSeqno: number;
  touched: readonly string[];
  /** Up to which round traces are classified. */
  actionsSeqno: number;
  /** Is called while new rounds are read. */
  onRoundsRead: () => void;
  calls: EmulateTraceCall[];
  /** What the executor says of a message, by the number in its body. */
  answers: Map<number, EmulatedTraceAnswer | GetMethodError | Promise<EmulatedTraceAnswer>>;
  /** Answers a call where it returns something: before `answers`. */
  onCall: (call: EmulateTraceCall) => EmulatedTraceAnswer | GetMethodError | undefined;
  /** Answers a call for a trace that blocks have a part of. */
  onContinue: () => Promise<EmulatedTraceAnswer>;
  /** Writes and confirms, as a process does from time to time. */
  upkeep: () => Promise<void>;
  traces: LiveTraces;
  store: PendingStore;
  step: StreamStep;
  offset: bigint;
  aborting: AbortController;
  isCurrent: boolean;
  /** What the step waited. */
  pausesMs: number[];
  taken: bigint[];
}

/** Made anew by `openBench`. */
export const bench = {} as StepBench;
export const assignment: PartitionAssignment = { isCurrent: () => bench.isCurrent };
const clock = {
  nowMs: () => bench.nowMs,
  pause: async (ms: number) => void bench.pausesMs.push(ms),
  yield: async () => undefined,
};
export const refusal = () => new GetMethodError('message_not_accepted', 'External message was not accepted');

const numbers = new Map<string, number>();
export const numberOf = (messageBoc: string): number => numbers.get(messageBoc)!;

/** A message to an account of which the number is all there is. */
export function messageOf(account: number, number: number) {
  const address = { workchain: 0, hash: new Uint8Array(32).fill(account) };
  const body = new CellBuilder().storeUint(number, 32).endCell();
  const boc = Uint8Array.from(writeBag([writeExternalMessage({ destination: standardAddress(address), body })]));
  numbers.set(Buffer.from(boc).toString('base64'), number);
  return { address, boc, text: formatAccountAddress(address) };
}

export const numbersOfCalls = () =>
  bench.calls.map(({ messageBoc }) => numberOf(messageBoc)).toSorted((left, right) => left - right);

/** A trace without transactions is enough where only its coming and going matters. */
export const traceOf = (states: Readonly<Record<string, string>> = {}): EmulatedTraceAnswer => ({
  seqno: bench.indexedSeqno,
  isIncomplete: false,
  isLarge: false,
  rootHash: Buffer.alloc(32, 1).toString('base64'),
  parts: [],
  actions: [],
  states,
});

/** A part with a transaction of each account, which takes no message. */
function partOf(accounts: readonly string[]): Pick<TransactionPart, 'block' | 'firstLt' | 'transactions'> {
  const keys = accounts.map((text) => ({ account: parseAccountAddress(text).hash, lt: 1n }));
  const transactions = { count: keys.length, keyAt: (place: number) => keys[place]!, read: () => [] };
  return {
    block: { workchain: 0, shard: -(2n ** 63n), seqno: 1 },
    firstLt: 1n,
    transactions: transactions as unknown as TransactionPart['transactions'],
  };
}

/** Opens an emulator without messages: before each test. */
export async function openBench(): Promise<void> {
  [bench.nowMs, bench.indexedSeqno, bench.touched, bench.calls, bench.offset] = [1_000, 10, [], [], 0n];
  bench.actionsSeqno = 0;
  bench.answers = new Map();
  bench.onCall = () => undefined;
  bench.onRoundsRead = () => undefined;
  bench.onContinue = () => Promise.reject(new Error('nothing is mined here'));
  bench.traces = createLiveTraces({ tracesMax: 50, perAccountMax: PER_ACCOUNT_MAX, bytesMax: BYTES_MAX });
  bench.isCurrent = true;
  bench.taken = [];
  bench.pausesMs = [];
  bench.store = createMemoryPendingStore({ partitions: 1, nowMs: () => bench.nowMs });
  bench.aborting = new AbortController();
  const executor: EmulatorStepDependencies['executor'] = {
    async emulateTrace(call) {
      bench.calls.push(call);
      const answer = bench.onCall(call) ?? (await bench.answers.get(numberOf(call.messageBoc)));
      if (answer instanceof GetMethodError) throw answer;
      return answer ?? traceOf();
    },
    continueTrace: () => bench.onContinue(),
  };
  const keep = createKeepTraces({
    store: bench.store,
    traces: bench.traces,
    logger: silentLogger,
    nowMs: () => bench.nowMs,
    coveredPartitions: async () => [0],
  });
  const metrics = createMetrics();
  bench.step = createEmulatorStep({
    executor,
    reader: {
      messagePlaces: { getMany: async (keys: readonly string[]) => keys.map(() => undefined) },
      parts: {
        byKey: async () => [],
        ofTransactions: async () => [],
        atPlaces: async () => [],
        ofRounds: async () => [],
      },
      roundTransactions: async () => {
        bench.onRoundsRead();
        return [partOf(bench.touched)];
      },
      stores: {
        gated: { select: async () => [{ partition: 0, lastSeqno: bench.actionsSeqno, partitions: 1 }] },
        admitted: { select: async () => [] },
      },
    } as unknown as EmulatorStepDependencies['reader'],
    head: async () => ({ range: { firstSeqno: 1, lastSeqno: bench.indexedSeqno }, indexedSeqno: bench.indexedSeqno }),
    traces: bench.traces,
    taken: { took: (_partition, taking) => void bench.taken.push(taking), covered: async () => [0] },
    keep,
    wake: createWake(clock),
    bounds: { emulationsMax: 2, messageTtlMs: TTL_MS },
    report: createEmulatorReport({ metrics, logger: silentLogger, clock }),
    logger: silentLogger,
    clock,
    unixMs: () => STARTED_AT_MS,
    signal: bench.aborting.signal,
  });
  bench.upkeep = () => keep.upkeep();
  await bench.upkeep();
}

/** Gives a message to the bench.step. Returns what says whether its record is done. */
export function take({ address, boc }: ReturnType<typeof messageOf>, acceptedAtMs = STARTED_AT_MS): () => boolean {
  const record = {
    partition: 0,
    offset: bench.offset++,
    ...encodeExternalMessage({ account: address.hash, boc, acceptedAtMs }),
  };
  const outcome = bench.step.take(record, assignment);
  if (outcome.kind !== 'ok') throw new Error(`refused: ${outcome.code}`);
  return outcome.value;
}

/** Passes until nothing changes. */
export async function settle(): Promise<void> {
  for (let pass = 0; pass < 30; pass += 1) {
    await bench.step.pass();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export const shown = async (text: string): Promise<readonly string[]> =>
  (await bench.store.ofAccount(text)).map(({ state }) => state);

/** The bench.store is confirmed again, as the upkeep does in a process. */
export const confirm = async (): Promise<void> => await bench.store.confirm(0, 1_000_000);
