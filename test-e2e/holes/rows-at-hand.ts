import type { ClickHouseStore } from '@tonriver/clickhouse';

/** Paths of an explorer with keys of the chain, for all endpoints that read, in both dialects. */
export async function readingPaths(store: ClickHouseStore, rounds: number): Promise<readonly string[]> {
  const column = async (sql: string): Promise<readonly string[]> =>
    (await store.query<{ readonly value: string }>(sql)).map(({ value }) => value);
  const hashes = await column(
    'SELECT hex(hash) AS value FROM messages GROUP BY hash ORDER BY cityHash64(hash) LIMIT 10',
  );
  const bodies = await column(
    'SELECT hex(body_hash) AS value FROM body_hashes GROUP BY body_hash ORDER BY count() DESC, body_hash LIMIT 3',
  );
  const opcodes = await column(
    'SELECT toString(opcode) AS value FROM opcodes GROUP BY opcode ORDER BY count() DESC, opcode LIMIT 3',
  );
  const transactions = await column(
    `SELECT hex(t.hash) AS value FROM transactions AS t
     INNER JOIN (SELECT workchain, account, lt FROM opcodes WHERE opcode = ${opcodes[0] ?? '0'}) AS o
     ON t.workchain = o.workchain AND t.account = o.account AND t.lt = o.lt GROUP BY t.hash ORDER BY t.hash LIMIT 3`,
  );
  const accounts = await column(
    `SELECT toString(workchain) || ':' || hex(account) AS value FROM transactions
     GROUP BY workchain, account ORDER BY count() DESC, account LIMIT 2`,
  );
  const seqnos = Array.from({ length: 4 }, (_, index) => 1 + Math.floor((index * (rounds - 1)) / 3));
  const messages = [
    ...hashes.map((hash) => `msg_hash=${hash}`),
    ...transactions.map((hash) => `opcode=${signed(opcodes[0] ?? '0')}&hash=${hash}`),
    ...bodies.map((hash) => `body_hash=${hash}&limit=50`),
    ...opcodes.flatMap((opcode) => [
      `opcode=${signed(opcode)}&limit=40`,
      `opcode=${signed(opcode)}&limit=20&offset=15&sort=asc`,
      ...accounts.map((account) => `opcode=${signed(opcode)}&account=${account}`),
    ]),
  ];
  const paths = [
    'masterchainInfo',
    ...seqnos.flatMap((seqno) => [
      `masterchainBlockShards?seqno=${seqno}`,
      `masterchainBlockShards?seqno=${seqno}&limit=7&offset=3`,
      `masterchainBlockShardState?seqno=${seqno}&limit=30`,
    ]),
    ...messages.map((query) => `transactionsByMessage?${query}`),
  ];
  return ['/api/v3/', '/toncenter/api/v3/'].flatMap((base) => paths.map((path) => base + path));
}

function signed(opcode: string): number {
  return Number(opcode) | 0;
}

/** A table from which some of the rows can be removed and restored. */
export interface TakenRows {
  /** Removes about one of so many keys, in all versions, and returns the number of rows. */
  take(share: number, seed: string): Promise<number>;
  giveBack(): Promise<void>;
}

/** @param key the columns that identify rows */
export async function takeRowsOf(store: ClickHouseStore, table: string, key: string): Promise<TakenRows> {
  const copy = `all_${table}`;
  await store.command(`CREATE TABLE IF NOT EXISTS ${copy} AS ${table}`);
  await store.command(`TRUNCATE TABLE ${copy}`);
  await store.command(`INSERT INTO ${copy} SELECT * FROM ${table}`);
  const restore = async (condition: string): Promise<void> => {
    await store.command(`TRUNCATE TABLE ${table}`);
    await store.command(`INSERT INTO ${table} SELECT * FROM ${copy} WHERE ${condition}`);
  };
  return {
    async take(share, seed) {
      const isTaken = `cityHash64('${seed}', ${key}) % ${share} = 0`;
      await restore(`NOT (${isTaken})`);
      const [row] = await store.query<{ readonly taken: string }>(
        `SELECT toString(count()) AS taken FROM ${copy} WHERE ${isTaken}`,
      );
      return Number(row?.taken ?? 0);
    },
    giveBack: () => restore('1'),
  };
}
