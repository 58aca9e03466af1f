import {
  checkCallerWaits,
  type FoundTransaction,
  type PlacedTransaction,
  type PrintedTransaction,
  recordsOfPlaced,
  type TransactionPart,
  type TransactionRecord,
  type VisibleRounds,
} from '@tonriver/chain-reader';
import type { Dialect } from '../dialects/dialect.ts';
import { type Addressed, addressesOf } from './address-book.ts';
import { type AnswerLength, createAnswerLength } from './answer-length.ts';
import { joinPieces, type JsonPiece } from './json-text.ts';
import { transactionsOf } from './transactions.ts';
import type { AnswerReader } from './answer-reader.ts';

/** A transaction of an answer as JSON. */
export interface AnswerTransaction extends Addressed {
  readonly text: JsonPiece;
}

/** What an entry takes beside its text and its addresses. */
const ENTRY_BYTES = 400;
const ADDRESS_BYTES = 100;

/** Rounds for which most requests ask. */
const NEWEST_ROUNDS = 100;

/** Transactions that are printed together: until then their rows are in memory, which are larger than the texts. */
const TRANSACTIONS_PER_PRINT = 1_000;

/**
 * Prints transactions in their order.
 *
 * @throws {GatewayError} `bad_request` when they are too long together
 */
export async function printTransactions(
  reader: AnswerReader,
  dialect: Dialect,
  found: readonly FoundTransaction[],
  visible: VisibleRounds,
): Promise<readonly AnswerTransaction[]> {
  const length = createAnswerLength(dialect);
  const printed: AnswerTransaction[] = [];
  for (let from = 0; from < found.length; from += TRANSACTIONS_PER_PRINT) {
    if (from > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      checkCallerWaits();
    }
    const some = found.slice(from, from + TRANSACTIONS_PER_PRINT);
    printed.push(...(await printTogether(reader, dialect, some, { visible, length })));
  }
  return printed;
}

/**
 * Prints transactions in their order, and keeps texts that cannot change any more with their part: those of the newest
 * rounds at once, others when their part is asked for again. Keeping all of them would fill the memory.
 */
async function printTogether(
  reader: AnswerReader,
  dialect: Dialect,
  found: readonly FoundTransaction[],
  { visible, length }: { readonly visible: VisibleRounds; readonly length: AnswerLength },
): Promise<readonly AnswerTransaction[]> {
  const scope = reader.rememberedParts.scopeOf(visible);
  const known = found.map((one) => printedBefore(placedOf(one), dialect, visible));
  for (const one of known) if (one !== undefined) length.add(one.text.length);
  const missing = found.filter((_one, index) => known[index] === undefined);
  if (missing.length === 0) return known as readonly PrintedTransaction[];
  const records = recordsOf(missing, visible);
  const answered = await transactionsOf(reader, dialect, records, visible);
  const touched = new Set<TransactionPart>();
  const first = partsAskedFirst(records, dialect, visible);
  const printed = records.map((record, index): AnswerTransaction => {
    const { value, isFinal } = answered[index]!;
    const { key, placed, finality } = record;
    const transaction = { key, finality, text: JSON.stringify(value), addresses: addressesOf(record) };
    length.add(transaction.text.length);
    if (!isFinal || placed === undefined || first.has(placed.part)) return transaction;
    touched.add(placed.part);
    return keep(placed, dialect, transaction, visible);
  });
  reader.rememberedParts.measure(scope, touched);
  let next = 0;
  return known.map((one) => one ?? printed[next++]!);
}

function placedOf(found: FoundTransaction): PlacedTransaction | undefined {
  return 'place' in found ? found : found.placed;
}

/** Returns the records in their order. Those of one part are read together. */
function recordsOf(found: readonly FoundTransaction[], { indexedSeqno }: VisibleRounds): readonly TransactionRecord[] {
  const placed = found.filter((one) => 'place' in one);
  const read = new Map<TransactionPart, Map<number, TransactionRecord>>();
  for (const record of recordsOfPlaced(placed, indexedSeqno)) {
    const { part, place } = record.placed!;
    read.set(part, (read.get(part) ?? new Map<number, TransactionRecord>()).set(place, record));
  }
  return found.map((one) => ('place' in one ? read.get(one.part)!.get(one.place)! : one));
}

function printedBefore(
  placed: PlacedTransaction | undefined,
  { name }: Dialect,
  { indexedSeqno }: VisibleRounds,
): PrintedTransaction | undefined {
  const printed = placed?.part.printed.get(name)?.[placed.place];
  return printed !== undefined && printed.seqno <= indexedSeqno ? printed : undefined;
}

/** Returns the older parts that were not asked for before in this dialect, and makes them known. */
function partsAskedFirst(
  records: readonly TransactionRecord[],
  { name }: Dialect,
  { indexedSeqno }: VisibleRounds,
): ReadonlySet<TransactionPart> {
  const parts = new Set(records.map(({ placed }) => placed?.part).filter((part) => part !== undefined));
  const first = [...parts].filter(({ printed }) => !printed.has(name));
  for (const { printed } of first) printed.set(name, []);
  return new Set(first.filter(({ mcBlockSeqno }) => (mcBlockSeqno ?? 0) <= indexedSeqno - NEWEST_ROUNDS));
}

function keep(
  { part, place }: PlacedTransaction,
  { name }: Dialect,
  { key, finality, text, addresses }: AnswerTransaction & { readonly text: string },
  { indexedSeqno }: VisibleRounds,
): PrintedTransaction {
  const texts = part.printed.get(name) ?? [];
  const newest = part.links.reduce((most, { round }) => (round <= indexedSeqno ? Math.max(most, round) : most), 0);
  const bytes = Buffer.byteLength(text) + addresses.length * ADDRESS_BYTES + ENTRY_BYTES;
  const seqno = Math.max(newest, part.mcBlockSeqno ?? 0);
  const printed: PrintedTransaction = { key, finality, text: joinPieces([text]), addresses, bytes, seqno };
  texts[place] = printed;
  part.printed.set(name, texts);
  return printed;
}
