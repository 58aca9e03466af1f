import { expect, it } from '@jest/globals';
import { CellBuilder, writeBag } from '@tonriver/boc';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { createAskedStates } from './asked-states.ts';
import { createKeptTrees } from './kept-trees.ts';

const MEGABYTE = 1024 * 1024;

it('Contracts that are asked are remembered while there is room, and read again after that', async () => {
  const read: string[] = [];
  const codeHash = new Uint8Array(32);
  const select = async (_columns: unknown, sql: string, { account }: { readonly account: string }) => {
    if (sql.includes('FROM cell_trees')) return [{ hash: codeHash, boc: new Uint8Array(8 * MEGABYTE) }];
    read.push(account);
    return [{ lt: 1n, status: 'active', codeHash, dataHash: null }];
  };
  const store = { select } as unknown as ClickHouseStore;
  const trees = createKeptTrees(64 * MEGABYTE);
  const asked = createAskedStates({ store, trees }, { seqno: 5, endLt: 9n }, 64 * MEGABYTE);
  const addressOf = (index: number): string => `0:${index.toString(16).padStart(64, '0')}`;
  for (let index = 0; index < 20; index += 1) await asked(addressOf(index));
  expect(read).toHaveLength(20);
  await asked(addressOf(19));
  expect(read).toHaveLength(20);
  await asked(addressOf(0));
  expect(read).toHaveLength(21);
});

it('Code and data of contracts that are asked in each round are read once', async () => {
  const read: string[] = [];
  const data = new CellBuilder().storeUint(7, 32).endCell();
  const [codeHash, dataHash] = [new Uint8Array(32), Uint8Array.from(data.hash())];
  const select = async (columns: readonly { readonly name: string }[], sql: string) => {
    const table = /FROM (\w+)/.exec(sql)![1]!;
    read.push(table);
    if (table === 'cell_trees') return [{ hash: codeHash, boc: new Uint8Array(8) }];
    if (table === 'account_states') return [{ lt: 1n, status: 'active', codeHash, dataHash }];
    const row = { account: new Uint8Array(32), lt: 1n, isWhole: true, dataHash, dataBoc: writeBag([data]) };
    return columns.length > 0 ? [row] : [];
  };
  const dependencies = { store: { select } as unknown as ClickHouseStore, trees: createKeptTrees(MEGABYTE) };
  const states = [];
  for (const seqno of [5, 6, 7]) {
    const asked = createAskedStates(dependencies, { seqno, endLt: 9n }, MEGABYTE);
    states.push(await asked(`0:${'0'.repeat(64)}`));
  }
  expect(states).toEqual(Array.from({ length: 3 }, () => expect.objectContaining({ dataBoc: writeBag([data]) })));
  expect(read.filter((table) => table === 'account_states')).toHaveLength(3);
  expect(read.filter((table) => table !== 'account_states')).toEqual(['cell_trees', 'account_data', 'account_data']);
});
