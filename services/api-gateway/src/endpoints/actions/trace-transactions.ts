import { unpackTracePlaces } from '@tonriver/block-rows';
import { partKeyText, type PlacedTransaction } from '@tonriver/chain-reader';
import { type ClassifiedTraceRow, TRANSACTIONS_PER_PART } from '@tonriver/row-schema';
import { GatewayError } from '../../gateway-error.ts';
import type { ReadingContext } from '../endpoint-definition.ts';

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
        throw new GatewayError('rows_missing', 'a transaction of a trace is not stored');
      }
      return { part, place };
    }),
  );
}
