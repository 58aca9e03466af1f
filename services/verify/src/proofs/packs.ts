import { columnsSql, messagesTable, packConsistencySql, pickColumns, transactionsTable } from '@tonriver/clickhouse';
import { nameOf } from '../finding.ts';
import { planHashWindows } from '../hash-windows.ts';
import type { Proof } from '../proof.ts';
import { longQuery } from '../ranges.ts';

const packed = [
  { table: transactionsTable, columns: pickColumns(transactionsTable, 'workchain', 'account', 'lt') },
  { table: messagesTable, columns: pickColumns(messagesTable, 'workchain', 'account', 'lt', 'direction', 'position') },
] as const;

/** The API reads whole rows by their packs, every other proof reads columns: both must say the same. */
export const packsProof: Proof = {
  name: 'packs',
  promise: 'the packed copy of every row of transactions and messages is what its columns say',
  async *run(context) {
    const { store } = context;
    for (const { table, columns } of packed) {
      for (const window of await planHashWindows(context, table.name)) {
        const rows = `${table.name} WHERE ${window('account')}`;
        const [counts] = await store.query<{ readonly total: string }>(
          `SELECT count() AS total FROM ${rows}`,
          {},
          longQuery,
        );
        context.count('packed rows', Number(counts?.total ?? 0));
        for await (const batch of store.stream(
          columns,
          `SELECT ${columnsSql(columns)} FROM ${rows} AND NOT (${packConsistencySql(table)})`,
          {},
          longQuery,
        )) {
          for (const row of batch) {
            yield { ...nameOf(table, row), columns: ['packed'], problem: 'is packed otherwise than its columns say' };
          }
        }
      }
    }
  },
};
