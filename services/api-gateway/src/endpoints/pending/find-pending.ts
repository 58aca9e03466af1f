import { type PendingReader, PendingStoreError, type PendingTrace } from '@tonriver/pending-store';
import type { Dialect } from '../../dialects/dialect.ts';
import { GatewayError } from '../../gateway-error.ts';
import type { PendingContext } from '../endpoint-definition.ts';
import type { PendingFilter } from './pending-request.ts';

/**
 * Finds the pending traces of a filter that are no finished ones yet for this process: the newest first, by their
 * largest logical time. Refused messages have none.
 *
 * @throws {GatewayError} `not_ready` when it is not sure that all are known; `bad_request` when there are too many
 */
export async function findPending(
  { account, messageHashes }: PendingFilter,
  context: PendingContext,
): Promise<readonly PendingTrace[]> {
  if (account === 'none') return [];
  const found = await readPending(context, async (pending) => {
    if (messageHashes !== undefined) return await pending.byHashes(messageHashes);
    return account === undefined ? [] : await pending.ofAccount(account);
  });
  const matching = account === undefined ? found : found.filter(({ accounts }) => accounts.includes(account));
  return await context.finishedTraces.unfinished(newestFirst(matching));
}

/** Finds the pending traces of any of some accounts, each once, as `findPending`. */
export async function findPendingOfAccounts(
  accounts: readonly string[],
  context: PendingContext,
): Promise<readonly PendingTrace[]> {
  const found = new Map<string, PendingTrace>();
  for (const account of accounts) {
    const traces = await readPending(context, (pending) => pending.ofAccount(account));
    for (const trace of traces) found.set(trace.key, trace);
  }
  return await context.finishedTraces.unfinished(newestFirst([...found.values()]));
}

async function readPending(
  { pending, dialect }: PendingContext,
  read: (pending: PendingReader) => Promise<readonly PendingTrace[]>,
): Promise<readonly PendingTrace[]> {
  try {
    return await read(pending);
  } catch (error) {
    throw error instanceof PendingStoreError ? errorOf(error, dialect) : error;
  }
}

function errorOf(error: PendingStoreError, { badRequest }: Pick<Dialect, 'badRequest'>): GatewayError {
  if (error.code === 'too_many') return badRequest(`${error.message}: ask for them by ext_msg_hash`);
  const text = 'pending traces are not known now';
  return new GatewayError('not_ready', text, { retryAfterSeconds: 1, cause: error });
}

function newestFirst(traces: readonly PendingTrace[]): readonly PendingTrace[] {
  const ordered = traces.map((trace) => ({ trace, lt: largestLt(trace) }));
  ordered.sort((left, right) => compareDescending(left.lt, right.lt) || (left.trace.key < right.trace.key ? -1 : 1));
  return ordered.map(({ trace }) => trace);
}

/** All actions of a trace have the logical time of its end. */
function largestLt({ actions }: PendingTrace): bigint {
  return ltOf(actions[0]?.contract['trace_end_lt']);
}

/** Reads a logical time of an action. */
export function ltOf(text: unknown): bigint {
  return typeof text === 'string' && /^\d{1,20}$/.test(text) ? BigInt(text) : 0n;
}

export function compareDescending(left: bigint, right: bigint): number {
  if (left === right) return 0;
  return left > right ? -1 : 1;
}
