import {
  accountStatesTable,
  blocksTable,
  columnsSql,
  messagesTable,
  packConsistencySql,
  pickColumns,
  transactionsTable,
} from '@tonriver/row-schema';
import { nameOf } from '../finding.ts';
import { planHashWindows } from '../hash-windows.ts';
import type { Proof } from '../proof.ts';
import { longQuery } from '../ranges.ts';

const packed = [
  { table: transactionsTable, by: 'account', columns: pickColumns(transactionsTable, 'workchain', 'account', 'lt') },
  {
    table: messagesTable,
    by: 'account',
    columns: pickColumns(messagesTable, 'workchain', 'account', 'lt', 'direction', 'position'),
  },
  { table: accountStatesTable, by: 'account', columns: pickColumns(accountStatesTable, 'workchain', 'account', 'lt') },
  { table: blocksTable, by: 'root_hash', columns: pickColumns(blocksTable, 'workchain', 'shard', 'seqno') },
] as const;

/** Packs equal columns: the API reads whole rows by their packs, the other proofs read columns. */
export const packsProof: Proof = {
  name: 'packs',
  promise:
    'the packed copy of every account state, block, and transaction and message outside parts equals its columns',
  async *run(context) {
    const { store } = context;
    for (const { table, by, columns } of packed) {
      for (const window of await planHashWindows(context, table.name)) {
        const rows = `${table.name} WHERE ${window(by)}`;
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
            yield { ...nameOf(table, row), columns: ['pack'], problem: 'is packed otherwise than its columns say' };
          }
        }
      }
    }
  },
};
