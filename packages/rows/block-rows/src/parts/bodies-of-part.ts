import { messageBodyBytes } from '@tonriver/chain-model';
import type { TransactionPartRow } from '@tonriver/row-schema';
import { readTransactionPart } from './read-transaction-part.ts';

/**
 * Returns the bodies of a part's messages as bags of cells, by their hashes (lower-case hex).
 *
 * @throws {BocError | ChainModelError | BlockRowsError | RowSchemaError} when the bytes are not those of a part
 */
export function bodiesOfPart(part: TransactionPartRow): ReadonlyMap<string, Uint8Array> {
  const bodies = new Map<string, Uint8Array>();
  for (const { inMessage, outMessages } of readTransactionPart(part)) {
    for (const { row, bag, message } of inMessage === undefined ? outMessages : [inMessage, ...outMessages]) {
      const hash = Buffer.from(row.bodyHash).toString('hex');
      if (!bodies.has(hash)) bodies.set(hash, messageBodyBytes(bag, message));
    }
  }
  return bodies;
}
