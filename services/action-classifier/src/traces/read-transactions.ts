import type { ClickHouseStore } from '@tonriver/clickhouse';
import { columnsSql, transactionPartsTable } from '@tonriver/row-schema';
import type { TraceHeader } from './trace-header.ts';
import { createWantedParts, type WantedParts } from './wanted-parts.ts';

/** Parts that are in memory at once: some tens of kilobytes each. */
const PARTS_PER_QUERY = 128;
const { columns } = transactionPartsTable;

/** Transactions of traces, undefined for one of which a transaction is not stored. */
export type ReadTransactions = WantedParts['transactionsOf'];

/** Reads the transactions of traces from the parts of their blocks, each part once. */
export async function readTransactions(
  store: ClickHouseStore,
  headers: readonly Pick<TraceHeader, 'blocks'>[],
): Promise<ReadTransactions> {
  const wanted = createWantedParts(headers);
  for (let from = 0; from < wanted.parts.length; from += PARTS_PER_QUERY) {
    const parts = wanted.parts.slice(from, from + PARTS_PER_QUERY);
    const rounds = [...new Set(parts.map(({ round }) => round))];
    wanted.read(
      await store.select(
        columns,
        `SELECT ${columnsSql(columns)} FROM transaction_parts
         WHERE block_round IN (${rounds.join(', ')}) AND (workchain, shard, seqno, part) IN (${parts.map(({ key }) => tupleOf(key)).join(', ')})
           AND kind = 'cells'`,
        {},
        { threadsMax: 1 },
      ),
    );
  }
  return wanted.transactionsOf;
}

function tupleOf(key: string): string {
  const [workchain, shard, seqno, part] = key.split(':');
  return `(${workchain}, toInt64('${shard}'), ${seqno}, ${part})`;
}
