import { expect, it } from '@jest/globals';
import { answerSchemas, DIALECT_BASE_PATHS, DIALECT_NAMES, type DialectName } from '@tonriver/api-model';
import { addBlockRows, createBlockTables, rowVersionOf, tablesInWriteOrder } from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import { loadBlock } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { describeRecorded, type RecordedBlock } from '@tonriver/testing';
import { startTestGateway, type TestAnswer, type TestGateway } from './testing/test-gateway.test-support.ts';
import { openTestStore } from './testing/test-store.test-support.ts';

/** A transaction of a recorded block, by what the block's own cells say. */
interface Expected {
  readonly hash: string;
  /** Hashes of its messages, normalised ones included. */
  readonly messageHashes: readonly Buffer[];
}

/** Blocks whose rows go into one insert per table. */
const BLOCKS_PER_INSERT = 100;
const CLIENTS = 32;

async function indexAll(store: ClickHouseStore, blocks: readonly RecordedBlock[]): Promise<readonly Expected[]> {
  const expected: Expected[] = [];
  for (let start = 0; start < blocks.length; start += BLOCKS_PER_INSERT) {
    const tables = createBlockTables();
    for (const recorded of blocks.slice(start, start + BLOCKS_PER_INSERT)) {
      const bag = Bag.parse(recorded.read());
      const rootHash = bag.hash(bag.root);
      const place = { fileHash: null, round: null, rowVersion: rowVersionOf(1, false) };
      addBlockRows(tables, { bag, block: loadBlock(bag), rootHash, ...place }, (_transaction, hash, taken, made) => {
        const hashes = [...(taken === null ? [] : [taken]), ...made].flatMap((one) =>
          one.norm === null ? [one.hash] : [one.hash, one.norm],
        );
        expected.push({
          hash: Buffer.from(hash).toString('base64'),
          messageHashes: hashes.map((bytes) => Buffer.from(bytes)),
        });
      });
    }
    for (const { table, rows } of tablesInWriteOrder(tables)) {
      if (rows.rowCount > 0) await store.insertRows(table, rows);
    }
  }
  return expected;
}

/** Works a list off by several clients at once, as look-ups come in. */
async function byClients<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

/** Asks for each hash in each form; every answer must have the transaction once. Tells how many answers that were. */
async function find(gateway: TestGateway, dialect: DialectName, { hash, messageHashes }: Expected): Promise<number> {
  const ask = async (messageHash: string): Promise<TestAnswer> => {
    const query = new URLSearchParams({ msg_hash: messageHash }).toString();
    return await gateway.request(`${DIALECT_BASE_PATHS[dialect]}/v3/transactionsByMessage?${query}`);
  };
  for (const messageHash of messageHashes) {
    const { json, text } = await ask(messageHash.toString('hex'));
    const transactions = json['transactions'] as unknown as readonly { readonly hash: string }[];
    expect(transactions.filter((transaction) => transaction.hash === hash)).toHaveLength(1);
    expect(answerSchemas(dialect).transactions.safeParse(json).error).toBeUndefined();
    for (const form of ['base64', 'base64url'] as const) {
      // Texts of answers may be long: a comparison that fails must not print them.
      expect((await ask(messageHash.toString(form))).text === text).toBe(true);
    }
  }
  return 3 * messageHashes.length;
}

describeRecorded('every recorded block, indexed without its round', (data) => {
  const networks = [...new Set(data.blocks().map(({ network }) => network))];

  it.each(networks)(
    'of %s: each transaction is found by each hash of each of its messages',
    async (network) => {
      const blocks = data.blocks().filter((block) => block.network === network);
      const store = await openTestStore();
      try {
        const expected = await indexAll(store, blocks);
        const withMessages = expected.filter(({ messageHashes }) => messageHashes.length > 0);
        const gateway = await startTestGateway(store, { config: { requestTimeoutMs: 60_000 } });
        const counts: string[] = [];
        try {
          for (const dialect of DIALECT_NAMES) {
            let lookUps = 0;
            await byClients(withMessages, async (transaction) => {
              const answerCount = await find(gateway, dialect, transaction);
              lookUps += answerCount;
            });
            counts.push(`${dialect} ${lookUps} look-ups`);
          }
        } finally {
          await gateway.stop();
        }
        process.stdout.write(
          `${network}: ${blocks.length} blocks, ${expected.length} transactions, ${withMessages.length} with messages; ` +
            `found by ${counts.join(', ')}\n`,
        );
        expect(expected).toHaveLength(blocks.reduce((total, { transactions }) => total + transactions, 0));
      } finally {
        await store.close();
      }
    },
    1_800_000,
  );
});
