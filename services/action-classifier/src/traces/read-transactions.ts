import type { TransactionInput } from '@tonriver/actions';
import { openTransactionPart } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import {
  columnsSql,
  type TransactionPartRow,
  TRANSACTIONS_PER_PART,
  transactionPartsTable,
} from '@tonriver/row-schema';
import type { TraceHeader } from './trace-header.ts';

/** Parts that are in memory at once: some tens of kilobytes each. */
const PARTS_PER_QUERY = 128;
const { columns } = transactionPartsTable;

/** A part of a block, and which of its transactions are wanted. */
interface WantedPart {
  readonly key: string;
  readonly round: number;
  readonly places: Set<number>;
}

/** Transactions of traces by `transactionsOf`. */
export type ReadTransactions = (header: Pick<TraceHeader, 'blocks'>) => readonly TransactionInput[] | undefined;

/**
 * Reads the transactions of traces from the parts of their blocks, each part once.
 *
 * @returns what gives those of one of the traces; undefined for one of which a transaction is not stored
 */
export async function readTransactions(
  store: ClickHouseStore,
  headers: readonly Pick<TraceHeader, 'blocks'>[],
): Promise<ReadTransactions> {
  const wanted = new Map<string, WantedPart>();
  for (const { key, round, place } of headers.flatMap(placesOf)) {
    const part = wanted.get(key) ?? { key, round, places: new Set<number>() };
    wanted.set(key, part);
    part.places.add(place);
  }
  const found = new Map<string, TransactionInput>();
  const parts = [...wanted.values()];
  for (let from = 0; from < parts.length; from += PARTS_PER_QUERY) {
    await readParts(store, parts.slice(from, from + PARTS_PER_QUERY), found);
  }
  return (header) => {
    const transactions = placesOf(header).map(({ key, place }) => found.get(`${key}/${place}`));
    return transactions.every((transaction) => transaction !== undefined) ? transactions : undefined;
  };
}

async function readParts(
  store: ClickHouseStore,
  parts: readonly WantedPart[],
  found: Map<string, TransactionInput>,
): Promise<void> {
  const wanted = new Map(parts.map((part) => [part.key, part]));
  const newest = new Map<string, TransactionPartRow>();
  const rounds = [...new Set(parts.map(({ round }) => round))];
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM transaction_parts
     WHERE block_round IN (${rounds.join(', ')}) AND (workchain, shard, seqno, part) IN (${parts.map(({ key }) => tupleOf(key)).join(', ')})
       AND kind = 'cells'`,
    {},
    { threadsMax: 1 },
  );
  for (const row of rows) {
    const key = `${row.workchain}:${row.shard}:${row.seqno}:${row.part}`;
    const before = newest.get(key);
    if (before === undefined || before.version < row.version) newest.set(key, row);
  }
  for (const [key, row] of newest) {
    const reader = openTransactionPart(row);
    const places = [...(wanted.get(key)?.places ?? [])].filter((place) => place < reader.count);
    for (const [index, transaction] of reader.inputs(places).entries()) {
      found.set(`${key}/${places[index]}`, transaction);
    }
  }
}

function placesOf({ blocks }: Pick<TraceHeader, 'blocks'>) {
  return (blocks ?? []).flatMap(({ round, workchain, shard, seqno, indexes }) =>
    indexes.map((index) => ({
      key: `${workchain}:${shard}:${seqno}:${Math.floor(index / TRANSACTIONS_PER_PART)}`,
      round,
      place: index % TRANSACTIONS_PER_PART,
    })),
  );
}

function tupleOf(key: string): string {
  const [workchain, shard, seqno, part] = key.split(':');
  return `(${workchain}, toInt64('${shard}'), ${seqno}, ${part})`;
}
