import {
  columnsSql,
  hashPrefixOf,
  type MessageDirection,
  messagePlacesTable,
  pickColumns,
  transactionPlacesTable,
} from '@tonriver/row-schema';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { type BlockKey, blockKeyText } from '../blocks/blocks.ts';
import { groupedBy } from '../store/grouped-by.ts';
import type { LookUpBounds } from '../look-up/look-up-bounds.ts';
import { newestRows } from '../store/newest-rows.ts';
import type { ReadingStore } from '../store/reading-store.ts';

/** Where a transaction is: its block, and the logical time in it. */
export interface TransactionPlace extends BlockKey {
  readonly lt: bigint;
  /** Null for a partial block. */
  readonly mcBlockSeqno: number | null;
}

/** Where a message may be: the incoming or an outgoing message of a transaction at that place. */
export interface MessagePlace extends TransactionPlace {
  readonly direction: MessageDirection;
  readonly position: number;
  /** The hash is the normalised one. */
  readonly isNorm: boolean;
}

/** The most places of one hash. More occur only for external messages that were accepted very often. */
export const PLACES_PER_HASH_MAX = 10_000;
/** The most rows to read. A row that was written again exists twice until the engine merges it. */
const ROWS_PER_HASH_MAX = 4 * PLACES_PER_HASH_MAX;

const messageColumns = pickColumns(
  messagePlacesTable,
  'hash_prefix',
  'lt',
  'workchain',
  'shard',
  'seqno',
  'direction',
  'position',
  'is_norm',
  'mc_block_seqno',
  'row_version',
);
const transactionColumns = pickColumns(
  transactionPlacesTable,
  'hash_prefix',
  'lt',
  'workchain',
  'shard',
  'seqno',
  'mc_block_seqno',
  'row_version',
);

/** Prints a place as text that tells its transactions from all others but those of the same time in the block. */
export function placeText(place: TransactionPlace): string {
  return `${blockKeyText(place)}/${place.lt}`;
}

/**
 * Reads the places of messages by hash, plain or normalised, in upper-case hexadecimal. A place may be that of another
 * hash that begins with the same 8 bytes: whoever reads the message compares it.
 */
export function createMessagePlaces(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<readonly MessagePlace[]> {
  return createPlaces(bounds, async (prefixes) => {
    const select = `SELECT ${columnsSql(messageColumns)} FROM message_places WHERE hash_prefix IN (${prefixes.join(', ')})`;
    let rows = await store.select(messageColumns, `${select} LIMIT ${ROWS_PER_HASH_MAX}`);
    // Seldom. Counting the rows of each hash takes the engine a tenth of the query.
    if (rows.length === ROWS_PER_HASH_MAX) {
      rows = await store.select(messageColumns, `${select} LIMIT ${ROWS_PER_HASH_MAX} BY hash_prefix`);
    }
    const newest = newestRows(
      rows,
      (row) => `${row.hashPrefix} ${placeText(row)} ${row.direction} ${row.position} ${row.isNorm}`,
      ({ rowVersion }) => rowVersion,
    );
    return [...newest.values()];
  });
}

/** Reads the places of transactions by hash, in upper-case hexadecimal, as `createMessagePlaces` does. */
export function createTransactionPlaces(
  store: ReadingStore,
  bounds: LookUpBounds,
): BatchedLookUp<readonly TransactionPlace[]> {
  return createPlaces(bounds, async (prefixes) => {
    const rows = await store.select(
      transactionColumns,
      `SELECT ${columnsSql(transactionColumns)} FROM transaction_places WHERE hash_prefix IN (${prefixes.join(', ')})`,
    );
    const newest = newestRows(
      rows,
      (row) => `${row.hashPrefix} ${placeText(row)}`,
      ({ rowVersion }) => rowVersion,
    );
    return [...newest.values()];
  });
}

function createPlaces<Place extends { readonly hashPrefix: bigint }>(
  bounds: LookUpBounds,
  read: (prefixes: readonly bigint[]) => Promise<readonly Place[]>,
): BatchedLookUp<readonly Place[]> {
  return createBatchedLookUp({
    ...bounds,
    async load(hashes) {
      const prefixOf = new Map(hashes.map((hash) => [hash, hashPrefixOf(Buffer.from(hash, 'hex'))]));
      const places = groupedBy(await read([...new Set(prefixOf.values())]), ({ hashPrefix }) => String(hashPrefix));
      return new Map(
        [...prefixOf].flatMap(([hash, prefix]) => {
          const found = places.get(String(prefix));
          return found === undefined ? [] : [[hash, found.slice(0, PLACES_PER_HASH_MAX)]];
        }),
      );
    },
  });
}
