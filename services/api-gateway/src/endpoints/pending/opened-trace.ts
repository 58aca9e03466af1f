import type { TransactionRecord, VisibleRounds } from '@tonriver/chain-reader';
import type { MinedPlace, PendingTrace } from '@tonriver/pending-store';
import { addressesOf } from '../../answers/address-book.ts';
import { type AnswerLength, createAnswerLength } from '../../answers/answer-length.ts';
import { base64Of } from '../../answers/base64.ts';
import { blockRefOf } from '../../answers/block.ts';
import { emulatedRecords, openSentPart } from '../../answers/emulated-records.ts';
import { printEmulated, type ToldMembers } from '../../answers/emulated-transactions.ts';
import type { JsonText } from '../../answers/json-text.ts';
import { createTurns } from '../../answers/turns.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import type { PendingContext } from '../endpoint-definition.ts';

/** The most transactions of the pending traces that one answer prints transactions of. */
const TRANSACTIONS_MAX = 20_000;

/** Transactions whose rows are in memory before the next ones. */
const TRANSACTIONS_PER_PRINT = 1_000;

/** A transaction of a pending trace. */
export interface PendingTransaction {
  readonly trace: PendingTrace;
  readonly record: TransactionRecord;
  /** Base64. */
  readonly hash: string;
  /** The block that has it; null: it is emulated. */
  readonly place: MinedPlace | null;
}

/** Refuses to open traces that have too many transactions together. @throws {GatewayError} `bad_request` */
function checkTransactionCount(traces: readonly PendingTrace[], { badRequest }: Dialect): number {
  const count = traces.reduce((sum, { parts }) => sum + parts.reduce((some, { places }) => some + places.length, 0), 0);
  if (count <= TRANSACTIONS_MAX) return count;
  throw badRequest(`the pending traces have more than ${TRANSACTIONS_MAX} transactions: ask by ext_msg_hash`);
}

/** A transaction that is printed, and what is kept of its record, which takes more memory. */
export interface PrintedPending<Kept> extends Omit<PendingTransaction, 'record'> {
  readonly kept: Kept;
  /** Those for the address book. */
  readonly addresses: readonly string[];
  readonly text: JsonText;
}

/**
 * Prints transactions of traces, in their order.
 *
 * @param isWanted which ones are printed
 * @throws {GatewayError} `bad_request` when they are too many, or too long together
 */
export async function printTransactionsOf<Kept>(
  traces: readonly PendingTrace[],
  {
    isWanted,
    keep,
  }: {
    readonly isWanted: (transaction: PendingTransaction) => boolean;
    readonly keep: (record: TransactionRecord) => Kept;
  },
  context: PendingContext,
): Promise<readonly PrintedPending<Kept>[]> {
  const weight = checkTransactionCount(traces, context.dialect);
  const length = createAnswerLength(context.dialect);
  return await context.reader.answering.run(async () => {
    const printed: PrintedPending<Kept>[] = [];
    let waiting: PendingTransaction[] = [];
    const printWaiting = async (): Promise<void> => {
      const some = waiting;
      waiting = [];
      const texts = await printTogether(some, context, length);
      for (const [index, { record, ...transaction }] of some.entries()) {
        const told = { kept: keep(record), addresses: addressesOf(record), text: texts[index]! };
        printed.push({ ...transaction, ...told });
      }
    };
    const turns = createTurns();
    for (const trace of traces) {
      await turns.next();
      waiting.push(...(await openTrace(trace, context.visibility)).filter(isWanted));
      if (waiting.length >= TRANSACTIONS_PER_PRINT) await printWaiting();
    }
    await printWaiting();
    return printed;
  }, weight);
}

/** Returns the transactions of a trace in their order. */
async function openTrace(trace: PendingTrace, visible: VisibleRounds): Promise<readonly PendingTransaction[]> {
  const places = trace.parts.flatMap((part) => part.places);
  const records = await emulatedRecords(trace.parts, seqnoOf(trace, visible));
  return records.map((record, index) => {
    return { trace, record, hash: base64Of(record.transaction.hash), place: places[index] ?? null };
  });
}

async function printTogether(
  transactions: readonly PendingTransaction[],
  context: PendingContext,
  length: AnswerLength,
): Promise<readonly JsonText[]> {
  const { dialect, visibility } = context;
  const seqnos = [...new Set(transactions.map(({ trace }) => seqnoOf(trace, visibility)))];
  const toldOf = (index: number): ToldMembers => toldMembers(transactions[index]!, dialect);
  const records = transactions.map(({ record }) => record);
  return await printEmulated(records, context, { seqnos, toldOf, length });
}

function toldMembers({ trace, record, place }: PendingTransaction, dialect: Dialect): ToldMembers {
  const { workchain } = record.transaction;
  const told = {
    mc_block_seqno: place?.mcSeqno ?? 0,
    trace_id: trace.isRootMined && trace.rootHash !== null ? trace.rootHash : undefined,
    trace_external_hash: trace.externalHash,
  };
  if (place === null) return told;
  const block = { workchain, shard: BigInt(place.shard), seqno: place.seqno };
  return { ...told, block_ref: blockRefOf(dialect, block), emulated: false, finality: 'finalized' };
}

/** The emulator may know a newer round than this process, whose configuration is not read here yet. */
function seqnoOf({ seqno }: PendingTrace, { indexedSeqno }: VisibleRounds): number {
  return Math.min(seqno, indexedSeqno);
}

const minedHashes = new WeakMap<PendingTrace, ReadonlySet<string>>();

/** Returns the hashes of the transactions that blocks have, base64; undefined: they have all. */
export function minedHashesOf(trace: PendingTrace): ReadonlySet<string> | undefined {
  if (trace.state === 'complete') return undefined;
  const known = minedHashes.get(trace) ?? new Set(trace.parts.flatMap(minedHashesOfPart));
  minedHashes.set(trace, known);
  return known;
}

function minedHashesOfPart(part: PendingTrace['parts'][number]): readonly string[] {
  if (part.places.every((place) => place === null)) return [];
  const opened = openSentPart(part, 0);
  return part.places.flatMap((place, index) => {
    const hash = place === null ? undefined : opened.transactionHashAt(index);
    return hash === undefined ? [] : [base64Of(hash)];
  });
}
