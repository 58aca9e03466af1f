import { columnsSql, type MessageDirection, messageHashesTable, pickColumns } from '@tonriver/row-schema';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { hexOf } from './bytes.ts';
import type { LookUpBounds } from './look-up-bounds.ts';
import { groupedBy } from './grouped-by.ts';
import { newestRows } from './newest-rows.ts';
import type { ReadingStore } from './reading-store.ts';
import { hexListLiteral } from './sql.ts';
import { type TransactionKey, transactionKeyText } from './transaction-key.ts';

/** A place of a message: the incoming or an outgoing message of a transaction. */
export interface MessageLocation extends TransactionKey {
  readonly direction: MessageDirection;
  readonly position: number;
  /** The requested hash is the normalised one. */
  readonly isNorm: boolean;
}

const columns = pickColumns(
  messageHashesTable,
  'hash',
  'workchain',
  'account',
  'lt',
  'direction',
  'position',
  'is_norm',
  'row_version',
  'mc_block_seqno',
);

/** The most locations of one hash. More occur only for external messages that were accepted very often. */
export const LOCATIONS_PER_HASH_MAX = 10_000;
/** The most rows to read. A row that was written again exists twice until the engine merges it. */
const ROWS_PER_HASH_MAX = 4 * LOCATIONS_PER_HASH_MAX;

/** Reads all places of a message by its hash, plain or normalised, in upper-case hexadecimal. */
export function createMessageLocations(
  store: ReadingStore,
  bounds: LookUpBounds,
): BatchedLookUp<readonly MessageLocation[]> {
  return createBatchedLookUp({
    ...bounds,
    async load(hashes) {
      const rows = await store.select(
        columns,
        `SELECT ${columnsSql(columns)} FROM message_hashes WHERE hash IN ${hexListLiteral(hashes)}
         LIMIT ${ROWS_PER_HASH_MAX} BY hash`,
      );
      const locations = groupedBy(rows, ({ hash }) => hexOf(hash));
      return new Map([...locations].map(([hash, found]) => [hash, distinctInOrder(found)]));
    },
  });
}

type LocationRow = MessageLocation & { readonly rowVersion: number };

function distinctInOrder(rows: readonly LocationRow[]): readonly MessageLocation[] {
  const distinct = newestRows(
    rows,
    (row) => `${transactionKeyText(row)}:${row.direction}:${row.position}`,
    ({ rowVersion }) => rowVersion,
  );
  return [...distinct.values()].sort(compareLocations).slice(0, LOCATIONS_PER_HASH_MAX);
}

/** The stored order: workchain, account, lt, direction (in before out), position. */
function compareLocations(left: MessageLocation, right: MessageLocation): number {
  if (left.workchain !== right.workchain) return left.workchain - right.workchain;
  const accounts = Buffer.compare(left.account, right.account);
  if (accounts !== 0) return accounts;
  if (left.lt !== right.lt) return left.lt < right.lt ? -1 : 1;
  if (left.direction !== right.direction) return left.direction === 'in' ? -1 : 1;
  return left.position - right.position;
}
