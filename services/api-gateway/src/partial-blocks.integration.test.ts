import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addBlockRows, createBlockTables, rowVersionOf, tablesInWriteOrder } from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { columnsSql, messagesTable, pickColumns } from '@tonriver/row-schema';
import { builtSource } from '@tonriver/testing';
import { hexOf } from '@tonriver/chain-reader';
import { openTestStore } from '@tonriver/chain-reader/testing';
import { startTestGateway, type TestGateway } from './testing/test-gateway.test-support.ts';

/** Any parser that writes parts. */
const PARSER_VERSION = 1_000;

interface AnsweredTransaction {
  readonly mc_block_seqno: number | null;
  readonly in_msg: { readonly hash: string; readonly message_content: { readonly body: string } } | null;
}

describe('a block without a round', () => {
  const chain = builtSource({ seed: 'partial-blocks', rounds: 6, transactionsPerRound: 200 });
  const blocks = chain.rounds.flatMap((round) => round.slice(1));
  let store: ClickHouseStore;
  let gateway: TestGateway;

  beforeAll(async () => {
    store = await openTestStore();
    const tables = createBlockTables();
    for (const { boc } of blocks) {
      const bag = Bag.parse(boc);
      const rootHash = bag.hash(bag.root);
      const rowVersion = rowVersionOf(PARSER_VERSION, false);
      addBlockRows(tables, { bag, block: loadBlock(bag), rootHash, fileHash: null, round: null, rowVersion });
    }
    for (const { table, rows } of tablesInWriteOrder(tables)) await store.insertRows(table, rows);
    gateway = await startTestGateway(store);
  });
  afterAll(async () => {
    await gateway?.stop();
    await store?.close();
  });

  let anyHash = '';
  const found = async (
    hash: string,
  ): Promise<{ readonly status: number; readonly found: readonly AnsweredTransaction[] }> => {
    const { status, json } = await gateway.request(`/api/v3/transactionsByMessage?msg_hash=${hash}&direction=in`);
    return { status, found: (json['transactions'] ?? []) as unknown as readonly AnsweredTransaction[] };
  };

  it('is answered from its parts, whatever else is stored of its messages', async () => {
    const columns = pickColumns(messagesTable, 'hash');
    const rows = await store.select(
      columns,
      `SELECT ${columnsSql(columns)} FROM messages WHERE direction = 'in' ORDER BY hash`,
    );
    anyHash = hexOf(rows[1]!.hash);
    expect(rows.length).toBeGreaterThan(300);
    const hashes = rows.filter((_row, index) => index % 20 === 0).map(({ hash }) => hexOf(hash));
    const before = await Promise.all(hashes.map(found));
    for (const table of ['messages', 'cell_trees', 'state_inits']) await store.command(`TRUNCATE TABLE ${table}`);
    // Another gateway remembers nothing.
    await gateway.stop();
    gateway = await startTestGateway(store);
    const after = await Promise.all(hashes.map(found));
    expect(after).toEqual(before);
    for (const [index, answer] of after.entries()) {
      expect(answer).toMatchObject({ status: 200, found: [{ mc_block_seqno: null }] });
      expect(Buffer.from(answer.found[0]!.in_msg!.hash, 'base64').toString('hex').toUpperCase()).toBe(hashes[index]);
    }
    expect(after.some(({ found: [transaction] }) => transaction?.in_msg?.message_content.body.startsWith('te6'))).toBe(
      true,
    );
  });

  it('without a part is a hole, not an empty answer', async () => {
    await store.command('TRUNCATE TABLE transaction_parts');
    expect((await found(anyHash)).status).toBe(500);
  });
});
