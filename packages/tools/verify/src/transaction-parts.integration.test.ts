import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type PartSide,
  type PartState,
  type PartTransaction,
  readPartContent,
  readTransactionPart,
  writePartContent,
  writePartSide,
} from '@tonriver/block-rows';
import { extraCurrenciesHash, hashToHex } from '@tonriver/chain-model';
import {
  accountStatesTable,
  columnsSql,
  createRowBatch,
  RowBinaryWriter,
  type TableDefinition,
  type TransactionPartRow,
  transactionPartsTable,
} from '@tonriver/row-schema';
import type { Finding } from './finding.ts';
import { builtChain, indexChain, type IndexedChain } from './testing/index-chain.test-support.ts';
import { verifyStored } from './verify-stored.ts';

/** What a proof says of a row of a table. */
type Said = Readonly<Record<'table' | 'problem', string>>;

describe('the proofs of transaction_parts', () => {
  let indexed: IndexedChain;
  beforeAll(async () => {
    indexed = await indexChain(builtChain({ seed: 'parts', rounds: 8, transactionsPerRound: 150, accounts: 20 }));
    for (const name of ['transaction_parts', 'watermarks', 'assembler_snapshots']) {
      await indexed.store.command(`OPTIMIZE TABLE ${name} FINAL`);
    }
  }, 120_000);
  afterAll(() => indexed?.close());

  const found = async (): Promise<readonly Said[]> => {
    const { proofs } = await verifyStored(indexed.store, { proofs: ['transaction-parts', 'traces'] });
    return proofs.flatMap(({ findings }) => findings).map(({ table, problem }: Finding) => ({ table, problem }));
  };

  const rows = async (kind: TransactionPartRow['kind']): Promise<readonly TransactionPartRow[]> => {
    const { columns } = transactionPartsTable;
    const sql = `SELECT ${columnsSql(columns)} FROM transaction_parts FINAL WHERE kind = {kind:String}
      ORDER BY ${transactionPartsTable.orderBy.join(', ')}`;
    const selected = await indexed.store.select(columns, sql, { kind });
    return selected.map((row) => ({ ...row, content: row.content.slice() }));
  };

  async function insert<Row>(table: TableDefinition<Row>, ...added: readonly Row[]): Promise<void> {
    const batch = createRowBatch(table);
    for (const row of added) batch.add(row);
    await indexed.store.insertRows(table, batch.rows());
  }

  /** Puts rows in, or in place of those with the same key, and says what is found then. */
  const foundWith = async (...changed: readonly TransactionPartRow[]): Promise<readonly Said[]> => {
    const { store } = indexed;
    await store.command('CREATE TABLE kept_parts AS transaction_parts');
    await store.command('INSERT INTO kept_parts SELECT * FROM transaction_parts FINAL');
    try {
      await insert(transactionPartsTable, ...changed);
      return await found();
    } finally {
      await store.command('TRUNCATE TABLE transaction_parts SYNC');
      await store.command('INSERT INTO transaction_parts SELECT * FROM kept_parts');
      await store.command('DROP TABLE kept_parts SYNC');
    }
  };

  const says = (problem: string) => [{ table: 'transaction_parts', problem: expect.stringContaining(problem) }];

  it('find nothing where nothing is wrong', async () => {
    expect(await found()).toEqual([]);
  }, 60_000);

  it.each<[string, Partial<TransactionPartRow>]>([
    ['of a block that is not stored', { seqno: 900_000 }],
    ['of a shard that is not there', { shard: 3n }],
    ['of another round', { blockRound: 3 }],
    ['of a part that the block does not have', { part: 77 }],
    ['with a round', { round: 3 }],
  ])(
    'find a row of cells too many: one %s',
    async (_, key) => {
      const [row] = await rows('cells');
      expect(await foundWith({ ...row!, ...key })).toEqual(says('is not asked for'));
    },
    60_000,
  );

  it.each<[string, Partial<TransactionPartRow>]>([
    ['of a round that is not complete', { round: 900 }],
    ['of a block that is not stored', { seqno: 900_000 }],
    ['of a part that the block does not have', { part: 77 }],
    ['of round 0', { round: 0 }],
  ])(
    'find a row of links too many: one %s',
    async (_, key) => {
      const [row] = await rows('links');
      expect(await foundWith({ ...row!, ...key })).toEqual(says('is not asked for'));
    },
    60_000,
  );

  it('find states with bytes after the last', async () => {
    const [row] = await rows('cells');
    const { states, cells } = readPartContent(row!.content);
    const content = writePartContent({ states: Buffer.concat([states, Buffer.from([0])]), cells });
    expect(await foundWith({ ...row!, content })).toEqual(says('other bytes than its states give'));
  }, 60_000);

  it.each<[string, 'before' | 'after', PartSide, PartSide | 'proved']>([
    ['before the first transaction', 'before', 'between', undefined],
    ['before a later transaction', 'before', undefined, 'between'],
    ['after the last transaction', 'after', 'between', 'proved'],
    ['after an earlier transaction', 'after', undefined, 'between'],
  ])(
    'find a state %s of an account that is told apart wrongly',
    async (_, side, wrong, was) => {
      const isSuch = (found: PartTransaction): boolean =>
        was === 'proved' ? typeof found[side] === 'object' : found[side] === was;
      const row = (await rows('cells')).find((part) => readTransactionPart(part).some(isSuch))!;
      const sides = readTransactionPart(row);
      const states = new RowBinaryWriter();
      const at = sides.findIndex(isSuch);
      for (const [index, { before, after }] of sides.entries()) {
        writePartSide(states, side === 'before' && index === at ? wrong : before);
        writePartSide(states, side === 'after' && index === at ? wrong : after);
      }
      const { cells } = readPartContent(row.content);
      const content = writePartContent({ states: states.bytes(), cells });
      expect(await foundWith({ ...row, content })).toEqual(says('other transactions in the block'));
    },
    60_000,
  );

  describe('extra currencies that one block shows of a state and the other does not', () => {
    /** Finds a state before a block that shows currencies of which the block that made it shows only the hash. */
    async function shownLater(): Promise<{
      readonly row: TransactionPartRow;
      readonly at: number;
      readonly state: PartState;
    }> {
      const { columns } = accountStatesTable;
      const sql = `SELECT ${columnsSql(columns)} FROM account_states FINAL WHERE extra_currencies_hash IS NOT NULL`;
      const hidden = new Set(
        (await indexed.store.select(columns, sql)).map(({ account, lt }) => `${hashToHex(account)} ${lt}`),
      );
      for (const row of await rows('cells')) {
        for (const [at, { transaction, before }] of readTransactionPart(row).entries()) {
          if (typeof before !== 'object' || before.extraCurrencies.length === 0) continue;
          if (!hidden.has(`${hashToHex(transaction.account)} ${transaction.prevTransLt}`)) continue;
          return { row, at, state: before };
        }
      }
      throw new Error('The chain has no such state');
    }

    function contentWith(row: TransactionPartRow, changedAt: number, changed: PartState): Uint8Array {
      const states = new RowBinaryWriter();
      for (const [index, { before, after }] of readTransactionPart(row).entries()) {
        writePartSide(states, index === changedAt ? changed : before);
        writePartSide(states, after);
      }
      return writePartContent({ states: states.bytes(), cells: readPartContent(row.content).cells });
    }

    it('are the same by the hash of their dictionary', async () => {
      const { row, at, state } = await shownLater();
      const hash = extraCurrenciesHash(state.extraCurrencies);
      const hidden = { ...state, extraCurrencies: [], extraCurrenciesHash: hash };
      expect(await foundWith({ ...row, content: contentWith(row, at, hidden) })).toEqual([]);
    }, 60_000);

    it.each<[string, (state: PartState) => Partial<PartState>]>([
      [
        'another amount',
        ({ extraCurrencies: [first, ...others] }) => ({
          extraCurrencies: [{ ...first!, amount: first!.amount + 1n }, ...others],
        }),
      ],
      ['none', () => ({ extraCurrencies: [] })],
      ['another hash', () => ({ extraCurrencies: [], extraCurrenciesHash: new Uint8Array(32) })],
      [
        'amounts beside a hash',
        ({ extraCurrencies }) => ({ extraCurrenciesHash: extraCurrenciesHash(extraCurrencies) }),
      ],
    ])(
      'are found when they were altered: %s',
      async (_, alter) => {
        const { row, at, state } = await shownLater();
        const content = contentWith(row, at, { ...state, ...alter(state) });
        expect(await foundWith({ ...row, content })).toEqual(says('has other states'));
      },
      60_000,
    );
  });

  it('find a watermark that says nothing of links which the snapshot has', async () => {
    const { store } = indexed;
    await store.command('ALTER TABLE watermarks UPDATE linked_seqno = 0 WHERE 1 SETTINGS mutations_sync = 2');
    try {
      const problem = 'says that links begin at round none; the snapshot says 1';
      expect(new Set((await found()).map((said) => JSON.stringify(said)))).toEqual(
        new Set([JSON.stringify({ table: 'watermarks', problem })]),
      );
    } finally {
      await store.command('ALTER TABLE watermarks UPDATE linked_seqno = 1 WHERE 1 SETTINGS mutations_sync = 2');
    }
  }, 60_000);
});
