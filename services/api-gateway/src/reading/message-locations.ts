import { columnsSql, type MessageDirection, messageHashesTable, pickColumns } from '@tonriver/clickhouse';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { hexOf } from './bytes.ts';
import type { LookUpBounds } from './look-up-bounds.ts';
import type { ReadingStore } from './reading-store.ts';
import { hexListLiteral } from './sql.ts';
import type { TransactionKey } from './transaction-key.ts';

/** Where a message stands: as the incoming or an outgoing message of a transaction. */
export interface MessageLocation extends TransactionKey {
  readonly direction: MessageDirection;
  readonly position: number;
  /** The hash asked for is the normalised one. */
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
);

/** Locations that one hash may have: an external message that was accepted very often is cut here. */
export const LOCATIONS_PER_HASH_MAX = 10_000;

/** Every place of a message by its hash, plain or normalised, as upper-case hexadecimal. */
export function createMessageLocations(
  store: ReadingStore,
  bounds: LookUpBounds,
): BatchedLookUp<readonly MessageLocation[]> {
  return createBatchedLookUp({
    ...bounds,
    async load(hashes) {
      const identity = 'hash, workchain, account, lt, direction, position';
      const rows = await store.select(
        columns,
        `SELECT ${columnsSql(columns)} FROM (
           SELECT ${columnsSql(columns)} FROM message_hashes WHERE hash IN ${hexListLiteral(hashes)}
           ORDER BY ${identity}, row_version DESC LIMIT 1 BY ${identity}
         ) LIMIT ${LOCATIONS_PER_HASH_MAX} BY hash`,
      );
      const locations = new Map<string, MessageLocation[]>();
      for (const { hash, ...location } of rows) {
        const hex = hexOf(hash);
        const known = locations.get(hex);
        if (known === undefined) locations.set(hex, [location]);
        else known.push(location);
      }
      return locations;
    },
  });
}
