import { hexOf, type TransactionRecord } from '@tonriver/chain-reader';
import type { PendingTrace } from '@tonriver/pending-store';
import type { Dialect } from '../../dialects/dialect.ts';
import type { PrintedPending } from '../pending/opened-trace.ts';
import { type TreeTransaction, treeOfRecord } from '../traces/trace-tree.ts';

const NOT_WHOLE = 'a part of the trace is not known: it is too large or takes too long, or a state is missing';

const STATES = { pending: 'pending', complete: 'complete', refused: 'broken' } as const;

/** What a trace tells of one of its transactions beside its text. */
interface TraceNode {
  readonly lt: bigint;
  readonly now: number;
  readonly tree: TreeTransaction;
  readonly sentCount: number;
  /** Hashes of messages to accounts, and that of the message that it received: upper-case hexadecimal. */
  readonly sentToAccounts: readonly string[];
  readonly received: string | undefined;
}

export type PrintedNode = PrintedPending<TraceNode>;

export function nodeOf(record: TransactionRecord): TraceNode {
  const { transaction, inMessage, outMessages } = record;
  return {
    lt: transaction.lt,
    now: transaction.now,
    tree: treeOfRecord(record),
    sentCount: outMessages.length,
    sentToAccounts: outMessages.filter(({ kind }) => kind === 'internal').map(({ hash }) => hexOf(hash)),
    received: inMessage === undefined ? undefined : hexOf(inMessage.hash),
  };
}

/** The members of a pending trace but for its actions and transactions. What no block has yet is in no round: 0. */
export function pendingTraceMembers(
  trace: PendingTrace,
  transactions: readonly PrintedNode[],
  dialect: Dialect,
): Readonly<Record<string, unknown>> {
  const { state, rootHash, isRootMined, externalHash, isIncomplete, reason } = trace;
  const nodes = transactions.map(({ kept }) => kept);
  const [first] = nodes;
  const rounds = transactions.map(({ place }) => place?.mcSeqno ?? 0);
  const received = new Set(nodes.map((node) => node.received));
  const warning = reason ?? (isIncomplete ? NOT_WHOLE : undefined);
  return {
    trace_id: isRootMined ? rootHash : null,
    external_hash: externalHash,
    mc_seqno_start: String(rounds[0] ?? 0),
    mc_seqno_end: String(rounds.reduce((newest, round) => Math.max(newest, round), 0)),
    start_lt: String(first?.lt ?? 0n),
    start_utime: first?.now ?? 0,
    end_lt: first === undefined ? null : String(nodes.reduce((most, { lt }) => (lt > most ? lt : most), first.lt)),
    end_utime: first === undefined ? null : nodes.reduce((latest, { now }) => Math.max(latest, now), first.now),
    trace_info: {
      trace_state: STATES[state],
      // Its first message, and all that were sent.
      messages: nodes.reduce((sum, { sentCount }) => sum + sentCount, 1),
      transactions: nodes.length,
      pending_messages: nodes.flatMap((node) => node.sentToAccounts).filter((hash) => !received.has(hash)).length,
      // The deployed service never updates it.
      classification_state: dialect.name === 'contract' && state !== 'refused' ? 'ok' : 'unclassified',
    },
    is_incomplete: isIncomplete || state === 'refused',
    ...(warning === undefined ? {} : { warning }),
  };
}
