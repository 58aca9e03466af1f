import { type EmulatedTraceAnswer, type EmulateTraceCall, GetMethodError } from '@tonriver/api-model';
import { Bag } from '@tonriver/boc';
import { type AccountAddress, formatAccountAddress } from '@tonriver/chain-model';
import {
  emulateTrace as emulate,
  type EmulatedTransaction,
  readMessage,
  type TraceBounds,
  type TracePorts,
} from '@tonriver/emulation';
import { TvmError, type TvmErrorCode, type TvmPool } from '@tonriver/tvm';
import { createDigests } from '../run/digests.ts';
import type { Lanes } from '../run/lanes.ts';
import { libraryUnknown } from '../run/library-unknown.ts';
import type { RunMethod } from '../run/run-method.ts';
import { callerGone } from '../run/shared-runs.ts';
import type { Surroundings } from '../run/surroundings.ts';
import type { AccountAtPoint, ChainState, RunPoint } from '../state/chain-state.ts';
import { shardAccountParts } from '../state/shard-account-parts.ts';
import { actionsOfTrace } from './actions-of-trace.ts';
import { gasUsedOf } from './gas-used.ts';
import { createInterfacesOfTrace } from './interfaces-of-trace.ts';
import { messageOf } from './message-error.ts';
import { transactionPartsOf } from './transaction-parts.ts';

export interface EmulateTraceDependencies {
  readonly state: ChainState;
  readonly pool: TvmPool;
  readonly lanes: Lanes;
  readonly surroundings: Surroundings;
  readonly runMethod: RunMethod;
  readonly codesMax: number;
}

/**
 * Emulates a message from outside and all that follows from it, after one block.
 *
 * @param wanted aborts when the caller has left, or the time is over
 * @param onBegun is called when the first transaction is done
 * @throws {GetMethodError} `bad_message`, `message_not_accepted`, or what keeps the message from being emulated
 */
export type EmulateTrace = (
  call: EmulateTraceCall,
  wanted: AbortSignal,
  onBegun: () => void,
) => Promise<EmulatedTraceAnswer>;

/** The methods of a contract that messages from outside and from inside the chain call. */
const [RECEIVE_EXTERNAL, RECEIVE_INTERNAL] = [-1, 0];
const BOUNDS: TraceBounds = {
  transactionsMax: 500,
  messagesMax: 2_000,
  depthMax: 200,
  bytesMax: 16 * 1024 * 1024,
};
/** Wall time of one transaction. A whole trace has no more. */
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

export function createEmulateTrace(dependencies: EmulateTraceDependencies): EmulateTrace {
  const { state, runMethod, codesMax } = dependencies;
  const readInterfaces = createInterfacesOfTrace({ runMethod, codesMax });

  return async function emulateTrace(call, wanted, onBegun) {
    const messageBoc = Uint8Array.from(Buffer.from(call.messageBoc, 'base64'));
    const message = messageOf(() => readMessage(messageBoc));
    const { address } = message;
    const point = await state.point({ seqno: call.seqno, address, methodId: RECEIVE_EXTERNAL });
    let problem: unknown;
    const ports = createPorts(dependencies, {
      point,
      wanted,
      ignoresSignatures: call.ignoresSignatures,
      onUnknown: (error) => (problem ??= error),
      onBegun,
    });
    const ltMin = ((point.endLt + LT_STEP - 1n) / LT_STEP) * LT_STEP + 1n;
    const trace = await emulate({ address, messageBoc, ltMin }, ports, BOUNDS);
    if (trace.kind === 'not_accepted') throw notAccepted(trace);
    if (trace.kind === 'unknown') throw problem;
    const { transactions, missing } = trace;
    const parts = transactionPartsOf(transactions, point.seqno);
    const accountAfter = createAccountsAfter(state, point, transactions);
    const found = call.withActions
      ? await actionsOfTrace(readInterfaces, { message, transactions, parts, accountAfter, point, wanted })
      : undefined;
    return {
      seqno: point.seqno,
      isIncomplete: missing.size > 0 || found?.isComplete === false,
      rootHash: parts.rootHash,
      parts: parts.parts.map(({ workchain, content }) => ({ workchain, content: base64(content) })),
      ...(found === undefined ? {} : { actions: found.actions }),
      ...(call.withCells ? cellsOf(transactions) : {}),
    };
  };
}

function createPorts(
  { state, pool, lanes, surroundings }: EmulateTraceDependencies,
  {
    point,
    wanted,
    ignoresSignatures,
    onUnknown,
    onBegun,
  }: {
    readonly point: RunPoint;
    readonly wanted: AbortSignal;
    readonly ignoresSignatures: boolean;
    /** Hears why something is not known. */
    readonly onUnknown: (error: unknown) => void;
    readonly onBegun: () => void;
  },
): TracePorts {
  const digestOf = createDigests();
  return {
    async readAccount(address) {
      try {
        return (await state.shardAccount(address, point)).boc;
      } catch (error) {
        if (!(error instanceof GetMethodError) || !error.code.startsWith('account_')) throw error;
        onUnknown(error);
        return 'unknown';
      }
    },
    async emulate({ shardAccountBoc, messageBoc, lt, isFromOutside }) {
      const account = shardAccountParts(shardAccountBoc);
      const { codeBoc, dataBoc } = account;
      const bags = [codeBoc, dataBoc, messageBoc].filter((boc) => boc !== null);
      const [environment, { found, unknown }] = await Promise.all([
        surroundings.environments.at(point),
        surroundings.reachable.find(account, bags, point),
      ]);
      if (unknown !== undefined) {
        onUnknown(libraryUnknown(unknown));
        return { kind: 'unknown' };
      }
      if (wanted.aborted) throw callerGone();
      const run = async () => {
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
          { signal: wanted, wallTimeMs: RUN_MS_MAX },
        );
        return { result, gasUsed: gasUsedOf(result) };
      };
      const methodId = isFromOutside ? RECEIVE_EXTERNAL : RECEIVE_INTERNAL;
      try {
        return (await lanes.run({ code: digestOf(codeBoc ?? messageBoc), methodId }, run, wanted)).result;
      } catch (error) {
        if (!(error instanceof TvmError) || !OF_ONE_TRANSACTION.has(error.code)) throw error;
        onUnknown(error);
        return { kind: 'unknown' };
      } finally {
        if (isFromOutside) onBegun();
      }
    },
  };
}

/** The states after the trace. Of an account that the trace deletes, the one before its last transaction counts. */
function createAccountsAfter(state: ChainState, point: RunPoint, transactions: readonly EmulatedTransaction[]) {
  const emulated = new Map<string, AccountAtPoint>();
  for (const { address, beforeBoc, afterBoc } of transactions) {
    const after = shardAccountParts(afterBoc);
    const counts = after.status === 'nonexist' ? shardAccountParts(beforeBoc) : after;
    emulated.set(formatAccountAddress(address), counts);
  }
  return async (address: AccountAddress): Promise<AccountAtPoint | 'unknown'> => {
    const own = emulated.get(formatAccountAddress(address));
    if (own !== undefined) return own;
    try {
      return await state.account(address, point);
    } catch (error) {
      if (error instanceof GetMethodError && error.code.startsWith('account_')) return 'unknown';
      throw error;
    }
  };
}

/** Code and data of all states of the trace, by their hashes. */
function cellsOf(transactions: readonly EmulatedTransaction[]): Pick<EmulatedTraceAnswer, 'codes' | 'data'> {
  const codes: Record<string, string> = {};
  const data: Record<string, string> = {};
  const add = (trees: Record<string, string>, boc: Uint8Array | null): void => {
    if (boc === null) return;
    const bag = Bag.parse(boc);
    trees[base64(bag.hash(bag.root))] ??= base64(boc);
  };
  for (const boc of transactions.flatMap(({ beforeBoc, afterBoc }) => [beforeBoc, afterBoc])) {
    const { codeBoc, dataBoc } = shardAccountParts(boc);
    add(codes, codeBoc);
    add(data, dataBoc);
  }
  return { codes, data };
}

/** The words of a node, which clients recognise. */
function notAccepted({ exitCode, reason }: { readonly exitCode: number | null; readonly reason: string }) {
  const code = exitCode === null ? '' : `, exitcode=${exitCode}`;
  const text = `External message was not accepted\nCannot run message on account: ${reason}${code}`;
  return new GetMethodError('message_not_accepted', text, { exitCode: exitCode ?? undefined });
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
