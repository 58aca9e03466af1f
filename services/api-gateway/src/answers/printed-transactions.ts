import type { Dialect } from '../dialects/dialect.ts';
import type { ChainReader } from '../reading/chain-reader.ts';
import type { VisibleRounds } from '../reading/required-rows.ts';
import type { PlacedTransaction, PrintedTransaction, TransactionPart } from '../reading/transaction-parts.ts';
import { type FoundTransaction, recordsOfPlaced, type TransactionRecord } from '../reading/transaction-records.ts';
import { type Addressed, addressesOf } from './address-book.ts';
import { transactionsOf } from './transactions.ts';

/** A transaction of an answer as JSON. */
type AnswerTransaction = Addressed & Pick<PrintedTransaction, 'text'>;

/** What an entry takes beside its text and its addresses. */
const ENTRY_BYTES = 400;
const ADDRESS_BYTES = 100;

/**
 * Prints transactions in their order. What cannot change any more is kept with its part, so that it is printed once as
 * long as the part is remembered: most requests ask for the newest rounds.
 */
export async function printTransactions(
  reader: ChainReader,
  dialect: Dialect,
  found: readonly FoundTransaction[],
  visible: VisibleRounds,
): Promise<readonly AnswerTransaction[]> {
  const scope = reader.rememberedParts.scopeOf(visible);
  const known = found.map((one) => printedBefore(placedOf(one), dialect, visible));
  const missing = found.filter((_one, index) => known[index] === undefined);
  if (missing.length === 0) return known as readonly PrintedTransaction[];
  const records = recordsOf(missing, visible);
  const answered = await transactionsOf(reader, dialect, records, visible);
  const touched = new Set<TransactionPart>();
  const printed = records.map((record, index): AnswerTransaction => {
    const { value, isFinal } = answered[index]!;
    const { key, placed } = record;
    const transaction = { key, text: textOf(value), addresses: addressesOf(record) };
    if (isFinal && placed !== undefined) {
      keep(placed, dialect, transaction, visible);
      touched.add(placed.part);
    }
    return transaction;
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

function keep(
  { part, place }: PlacedTransaction,
  { name }: Dialect,
  { key, text, addresses }: AnswerTransaction,
  { indexedSeqno }: VisibleRounds,
): void {
  const texts = part.printed.get(name) ?? [];
  const newest = part.links.reduce((most, { round }) => (round <= indexedSeqno ? Math.max(most, round) : most), 0);
  const bytes = text.length + addresses.length * ADDRESS_BYTES + ENTRY_BYTES;
  texts[place] = { key, text, addresses, bytes, seqno: Math.max(newest, part.mcBlockSeqno ?? 0) };
  part.printed.set(name, texts);
}

/** Prints a value into bytes of its own: a piece of Node's shared pool would keep all of that in memory. */
function textOf(value: unknown): Uint8Array {
  const json = JSON.stringify(value);
  const text = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
  text.write(json);
  return text;
}
