import { GetMethodError } from '@tonriver/api-model';
import { type AccountAddress, formatAccountAddress } from '@tonriver/chain-model';
import type { TraceBounds, TracePorts } from '@tonriver/emulation';
import { TvmError, type TvmErrorCode, type TvmPool } from '@tonriver/tvm';
import { CUT_OFF, orCutOff } from '../run/cut-off.ts';
import { createDigests } from '../run/digests.ts';
import type { Lanes } from '../run/lanes.ts';
import { libraryUnknown } from '../run/library-unknown.ts';
import type { RunMethod } from '../run/run-method.ts';
import { callerGone } from '../run/shared-runs.ts';
import type { Surroundings } from '../run/surroundings.ts';
import type { ChainState, RunPoint } from '../state/chain-state.ts';
import { shardAccountParts } from '../state/shard-account-parts.ts';
import { codeToRun } from './code-to-run.ts';
import { gasUsedOf } from './gas-used.ts';
import type { TraceCost } from './trace-cost.ts';
import type { TraceTime, TraceTurn } from './trace-time.ts';

export interface EmulationDependencies {
  readonly state: ChainState;
  readonly pool: TvmPool;
  readonly lanes: Lanes;
  readonly surroundings: Surroundings;
  readonly runMethod: RunMethod;
}

/** The methods of a contract that messages from outside and from inside the chain call. */
export const [RECEIVE_EXTERNAL, RECEIVE_INTERNAL] = [-1, 0];
const TRACE_BOUNDS: Omit<TraceBounds, 'isLongEnough'> = {
  transactionsMax: 500,
  messagesMax: 2_000,
  depthMax: 200,
  bytesMax: 16 * 1024 * 1024,
};
/** Wall time of one transaction. All that come after the first one have no more: see `trace-time.ts`. */
const RUN_MS_MAX = 3_000;
/** Blocks begin at full millions of logical time. */
const LT_STEP = 1_000_000n;
/** Errors of single transactions: the rest of the trace can be emulated without them. */
const OF_ONE_TRANSACTION: ReadonlySet<TvmErrorCode> = new Set([
  'tvm_out_of_memory',
  'tvm_bad_input',
  'tvm_worker_lost',
  'tvm_emulator_failed',
]);

/** The first logical time of the block that would come after a point. */
export function nextLtAfter({ endLt }: RunPoint): bigint {
  return ((endLt + LT_STEP - 1n) / LT_STEP) * LT_STEP + 1n;
}

interface PortsOfTrace extends TraceTurn {
  readonly point: RunPoint;
  readonly ignoresSignatures: boolean;
  /** States that count instead of those of the point, by raw address. */
  readonly states: ReadonlyMap<string, Uint8Array>;
  /** Hears why something is not known. */
  readonly onUnknown: (error: unknown) => void;
  readonly cost: TraceCost;
}

/** A large trace is told as far as it got when most of its time is over. Of others, all is told or nothing. */
export function traceBounds({ transactionsOver }: TraceTime, cost: TraceCost): TraceBounds {
  return { ...TRACE_BOUNDS, isLongEnough: () => cost.isLarge && transactionsOver.aborted };
}

/** The signal that ends a step: for a large trace it aborts before all the time of the trace is over. */
export function untilOver(wanted: AbortSignal, stepOver: AbortSignal, cost: TraceCost): AbortSignal {
  return cost.isLarge ? AbortSignal.any([wanted, stepOver]) : wanted;
}

/** What a trace is emulated with: states of the index and the pool of virtual machines. */
export function createTracePorts(
  { state, pool, lanes, surroundings }: Omit<EmulationDependencies, 'runMethod'>,
  trace: PortsOfTrace,
): TracePorts {
  const { point, wanted, ignoresSignatures, states, onUnknown, time, cost } = trace;
  const digestOf = createDigests();
  const inTime = createTimedSteps(trace);
  return {
    async readAccount(address: AccountAddress) {
      const given = states.get(formatAccountAddress(address));
      if (given !== undefined) return given;
      try {
        const account = await inTime(() => state.shardAccount(address, point));
        return account === CUT_OFF ? 'unknown' : account.boc;
      } catch (error) {
        if (!(error instanceof GetMethodError) || !error.code.startsWith('account_')) throw error;
        onUnknown(error);
        return 'unknown';
      }
    },
    async emulate({ shardAccountBoc, messageBoc, lt, isFromOutside }) {
      const account = shardAccountParts(shardAccountBoc);
      const read = await inTime(() => readSurroundings(surroundings, account, messageBoc, point));
      if (read === CUT_OFF) return { kind: 'unknown' };
      const [environment, { found, unknown }] = read;
      if (unknown !== undefined) {
        onUnknown(libraryUnknown(unknown));
        return { kind: 'unknown' };
      }
      if (wanted.aborted) throw callerGone();
      const until = untilOver(wanted, time.transactionsOver, cost);
      const run = async (hasPlace: boolean) => {
        // One of the few places for slow and first runs is not held while waiting behind others.
        const isOfLargeWork = cost.isLarge && !hasPlace;
        cost.begin();
        const result = await pool.emulateTransaction(
          {
            environment,
            shardAccountBoc,
            cause: { kind: 'message', messageBoc },
            lt,
            randomSeed: point.recorded?.randomSeed ?? null,
            librariesBoc: surroundings.dictionaries.of(found),
            ignoreSignatures: ignoresSignatures,
          },
          { signal: until, wallTimeMs: RUN_MS_MAX, isOfLargeWork, onStart: () => time.resume() },
        );
        const gasUsed = gasUsedOf(result);
        cost.addGas(gasUsed);
        return { result, gasUsed };
      };
      const methodId = isFromOutside ? RECEIVE_EXTERNAL : RECEIVE_INTERNAL;
      try {
        const code = codeToRun(account.codeBoc, messageBoc);
        time.pause();
        // Without code nothing is run, which takes no time: others of its kind say nothing of it.
        const running = await inTime(() =>
          code === undefined ? run(false) : lanes.run({ code: digestOf(code), methodId }, run, until),
        );
        // One that is cut off leaves the queues, or goes on in its thread and ends within its wall time.
        return running === CUT_OFF ? { kind: 'unknown' } : running.result;
      } catch (error) {
        if (!(error instanceof TvmError) || !OF_ONE_TRANSACTION.has(error.code)) throw error;
        onUnknown(error);
        return { kind: 'unknown' };
      } finally {
        time.resume();
        time.begin();
      }
    },
  };
}

/** Steps of a trace that is not large are waited for, those of a large one until it gets no more transactions. */
function createTimedSteps({ cost, time: { transactionsOver }, leave }: PortsOfTrace) {
  return async <Result>(step: () => Promise<Result>): Promise<Result | typeof CUT_OFF> => {
    if (!cost.isLarge) return await step();
    return transactionsOver.aborted ? CUT_OFF : await orCutOff(step(), transactionsOver, leave);
  };
}

/** Reads what transactions of a block have in common, and the libraries that a run may need. */
function readSurroundings(
  { environments, reachable }: Surroundings,
  account: ReturnType<typeof shardAccountParts>,
  messageBoc: Uint8Array,
  point: RunPoint,
) {
  const bags = [account.codeBoc, account.dataBoc, messageBoc].filter((boc) => boc !== null);
  return Promise.all([environments.at(point), reachable.find(account, bags, point)]);
}
