import { expect, it } from '@jest/globals';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { createAskedStates } from './asked-states.ts';

const MEGABYTE = 1024 * 1024;

it('Contracts that are asked are remembered while there is room, and read again after that', async () => {
  const read: string[] = [];
  const codeHash = new Uint8Array(32);
  const select = async (_columns: unknown, sql: string, { account }: { readonly account: string }) => {
    if (sql.includes('FROM cell_trees')) return [{ hash: codeHash, boc: new Uint8Array(8 * MEGABYTE) }];
    read.push(account);
    return [{ lt: 1n, status: 'active', codeHash, dataHash: null }];
  };
  const asked = createAskedStates({ select } as unknown as ClickHouseStore, { seqno: 5, endLt: 9n }, 64 * MEGABYTE);
  const addressOf = (index: number): string => `0:${index.toString(16).padStart(64, '0')}`;
  for (let index = 0; index < 20; index += 1) await asked(addressOf(index));
  expect(read).toHaveLength(20);
  await asked(addressOf(19));
  expect(read).toHaveLength(20);
  await asked(addressOf(0));
  expect(read).toHaveLength(21);
});
