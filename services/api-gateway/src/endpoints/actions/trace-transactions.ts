import { unpackTracePlaces } from '@tonriver/block-rows';
import { partKeyText, type PlacedTransaction } from '@tonriver/chain-reader';
import { type ClassifiedTraceRow, TRANSACTIONS_PER_PART } from '@tonriver/row-schema';
import { GatewayError } from '../../gateway-error.ts';
import type { ReadingContext } from '../endpoint-definition.ts';

/** The most transactions of the traces that one answer prints transactions of. */
const TRANSACTIONS_MAX = 20_000;
const TOO_MANY_TRANSACTIONS = `the traces of the page have more than ${TRANSACTIONS_MAX} transactions: ask for fewer`;

/**
 * Returns what counts the transactions of the traces of a page.
 *
 * @throws {GatewayError} `bad_request` when there are so many that the answer would be too large
 */
export function createTransactionCount({
  dialect,
}: Pick<ReadingContext, 'dialect'>): (row: Pick<ClassifiedTraceRow, 'transactions'>) => void {
  let count = 0;
  return ({ transactions }) => {
    count += transactions.length;
    if (count > TRANSACTIONS_MAX) throw dialect.badRequest(TOO_MANY_TRANSACTIONS);
  };
}

/** @returns the error for a transaction that a trace names and that no row holds */
export function missingTransaction(): GatewayError {
  return new GatewayError('rows_missing', 'a transaction of a trace is not stored');
}

/** Finds the transactions of traces in the parts of their blocks; each list is in no order. */
export async function placedTransactions(
  { reader, visibility }: Pick<ReadingContext, 'reader' | 'visibility'>,
  rows: readonly Pick<ClassifiedTraceRow, 'places'>[],
): Promise<readonly (readonly PlacedTransaction[])[]> {
  const places = rows.map(({ places: packed }) =>
    (unpackTracePlaces(packed) ?? []).flatMap(({ round, workchain, shard, seqno, indexes }) =>
      indexes.map((index) => ({
        keyText: partKeyText({
          mcBlockSeqno: round,
          workchain,
          shard,
          seqno,
          part: Math.floor(index / TRANSACTIONS_PER_PART),
        }),
        place: index % TRANSACTIONS_PER_PART,
      })),
    ),
  );
  const keyTexts = [...new Set(places.flat().map(({ keyText }) => keyText))];
  const parts = await reader.parts.byKey(keyTexts, visibility);
  const partOf = new Map(keyTexts.map((keyText, index) => [keyText, parts[index]]));
  return places.map((ofTrace) =>
    ofTrace.map(({ keyText, place }) => {
      const part = partOf.get(keyText);
      if (part === undefined || place >= part.transactions.count) {
        throw missingTransaction();
      }
      return { part, place };
    }),
  );
}
