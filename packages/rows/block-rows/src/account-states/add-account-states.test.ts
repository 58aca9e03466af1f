import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder, merkleUpdate } from '@tonriver/boc';
import {
  ChainModelError,
  eachShardAccount,
  loadBlock,
  loadMerkleUpdate,
  loadShardAccount,
  loadShardAccounts,
  readConfigParameter,
  storeBlock,
} from '@tonriver/chain-model';
import { loadSplitOrUnsplitState, resolveBlock } from '@tonriver/chain-model/testing';
import {
  accountStatesTable,
  type AccountStateRow,
  cellTreesTable,
  type ColumnList,
  configsTable,
  decodeRow,
  latestAccountStatesTable,
  type RowBinaryRows,
  RowBinaryReader,
  type RowOf,
  transactionsTable,
} from '@tonriver/row-schema';
import { describeRecorded, type RecordedData, SOME_TRANSACTION } from '@tonriver/testing';
import {
  accountStateRow,
  addBlockRows,
  createBlockTables,
  latestAccountStateRow,
  rebuildAccount,
  rowVersionOf,
} from '../index.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function rowsOf<const Columns extends ColumnList>(columns: Columns, { bytes, rowCount }: RowBinaryRows) {
  const reader = new RowBinaryReader(bytes);
  return Array.from({ length: rowCount }, (): RowOf<Columns> => decodeRow(columns, reader));
}

function rowsOfBlock(boc: Uint8Array, round: number | null = 7) {
  const tables = createBlockTables();
  const bag = Bag.parse(boc);
  const block = loadBlock(bag);
  const rowVersion = rowVersionOf(1, round !== null);
  addBlockRows(tables, { bag, block, rootHash: bag.hash(bag.root), fileHash: null, round, rowVersion });
  return {
    block,
    states: rowsOf(accountStatesTable.columns, tables.accountStates.rows()),
    latest: rowsOf(latestAccountStatesTable.columns, tables.latestAccountStates.rows()),
    transactions: rowsOf(transactionsTable.columns, tables.transactions.rows()),
    configs: rowsOf(configsTable.columns, tables.configs.rows()),
    trees: rowsOf(cellTreesTable.columns, tables.cellTrees.rows()),
  };
}

/** Replaces bytes with text, because `toEqual` tells classes of byte arrays apart. */
function readable(row: Partial<AccountStateRow>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof Uint8Array ? hex(value) : value,
    ]),
  );
}

interface RecordedAccount {
  readonly address: string;
  readonly shard_account_boc: string;
}

interface StateEntry {
  readonly file: string;
  readonly workchain: number;
  readonly shard: string;
  readonly seqno: number;
}

/** Returns the rows that a whole state gives for the accounts in `like`. */
function rowsOfState(data: RecordedData, { file }: StateEntry, like: readonly AccountStateRow[]): AccountStateRow[] {
  const bag = Bag.parse(readFileSync(data.path(file)));
  const state = loadSplitOrUnsplitState(bag, bag.root);
  if ('left' in state) throw new Error(`${file} is a split state`);
  const wanted = new Map(like.map((row) => [hex(row.account), row]));
  const rows: AccountStateRow[] = [];
  for (const found of eachShardAccount(bag, loadShardAccounts(bag, state.accounts).root)) {
    const row = wanted.get(hex(found.hash));
    if (row === undefined) continue;
    const { mcBlockSeqno, rowVersion } = row;
    const { lastTransLt: lt, lastTransHash: transactionHash } = found;
    const place = { workchain: state.workchain, account: found.hash, lt, transactionHash, mcBlockSeqno, rowVersion };
    rows.push(accountStateRow(bag, found.account, place));
  }
  return rows;
}

describeRecorded('the account states of recorded blocks', [SOME_TRANSACTION], (data) => {
  it('have one row per account with transactions, from which a cell with the stored hash is rebuilt', () => {
    let after = 0;
    let before = 0;
    for (const recorded of data.blocks()) {
      const { states, latest, transactions } = rowsOfBlock(recorded.read());
      const last = new Map(transactions.map((row) => [hex(row.account), row]));
      const found = states.filter(({ rowVersion }) => rowVersion > 0);
      expect(found.map(({ account }) => hex(account))).toEqual([...last.keys()]);
      for (const row of found) {
        const { lt, hash, newStateHash, endStatus } = last.get(hex(row.account))!;
        expect(row).toMatchObject({ lt, transactionHash: hash, hash: newStateHash, status: endStatus });
        expect(row.mcBlockSeqno).toBe(7);
        expect(hex(rebuildAccount(row).hash(0))).toBe(hex(row.hash));
      }
      expect(latest).toEqual(found.map(latestAccountStateRow));
      const first = new Map([...transactions].reverse().map((row) => [hex(row.account), row]));
      for (const row of states.filter(({ rowVersion }) => rowVersion === 0)) {
        const { prevTransLt: lt, oldStateHash, prevTransHash, origStatus } = first.get(hex(row.account))!;
        expect(row).toMatchObject({ lt, transactionHash: prevTransHash, hash: oldStateHash, status: origStatus });
        expect(row.mcBlockSeqno).toBeNull();
        expect(hex(rebuildAccount(row).hash(0))).toBe(hex(row.hash));
        before += 1;
      }
      after += found.length;
    }
    process.stderr.write(`${after} states after blocks, ${before} before\n`);
    expect(after).toBeGreaterThan(0);
  });

  it('are refused as a whole when the state update contradicts the transactions', () => {
    const recorded = data.blocks().reduce((left, right) => (left.transactions > right.transactions ? left : right));
    const bag = Bag.parse(recorded.read());
    const block = loadBlock(bag);
    const { oldRoot, newRoot } = loadMerkleUpdate(bag, block.stateUpdate);
    const [from, to] = [bag.toCell(oldRoot), bag.toCell(newRoot)];
    const withUpdate = (stateUpdate: Cell): Bag => {
      const builder = new CellBuilder();
      storeBlock(builder, { ...resolveBlock(bag, block), stateUpdate });
      return Bag.of(builder.endCell());
    };
    const pruned = new CellBuilder().storeUint(0x0101, 16).storeBytes(to.hash(0)).storeUint(to.depth(0), 16);
    for (const wrong of [
      merkleUpdate(from, from),
      merkleUpdate(to, to),
      merkleUpdate(from, pruned.endExotic('pruned')),
      merkleUpdate(from, new CellBuilder().storeUint(7, 32).endCell()),
      to,
    ]) {
      const changed = withUpdate(wrong);
      const source = { bag: changed, block: loadBlock(changed), rootHash: new Uint8Array(32), fileHash: null };
      expect(() => addBlockRows(createBlockTables(), { ...source, round: 1, rowVersion: 3 })).toThrow(ChainModelError);
    }
    const same = withUpdate(merkleUpdate(from, to));
    expect(
      addBlockRows(createBlockTables(), {
        bag: same,
        block: loadBlock(same),
        rootHash: new Uint8Array(32),
        fileHash: null,
        round: 1,
        rowVersion: 3,
      }).transactionCount,
    ).toBe(recorded.transactions);
  });

  it('come with the configuration of a key block, its tree and its global version', () => {
    const keyBlocks = data.blocks().filter(({ keyBlock }) => keyBlock);
    if (data.isWhole) expect(keyBlocks.length).toBeGreaterThan(0);
    for (const recorded of keyBlocks) {
      const { configs, trees, block } = rowsOfBlock(recorded.read());
      expect(configs).toHaveLength(1);
      const [{ mcBlockSeqno, hash, globalVersion }] = configs as [(typeof configs)[0]];
      expect(mcBlockSeqno).toBe(block.info.seqno);
      const tree = trees.find((row) => hex(row.hash) === hex(hash));
      const bag = Bag.parse(tree!.boc);
      expect(hex(bag.hash(bag.root))).toBe(hex(hash));
      expect(readConfigParameter(bag, bag.root, 8)?.version ?? null).toBe(globalVersion);
    }
    const others = data.blocks().filter(({ keyBlock, workchain }) => !keyBlock && workchain === -1);
    for (const other of others.slice(0, 1)) expect(rowsOfBlock(other.read()).configs).toEqual([]);
  });
});

describeRecorded('the account states after recorded blocks', ['blocks/states/index.json'], (data) => {
  it('equal those of the recorded state', () => {
    const entries = JSON.parse(readFileSync(data.path('blocks', 'states', 'index.json'), 'utf8')) as StateEntry[];
    let count = 0;
    for (const entry of entries) {
      const recorded = data
        .blocks()
        .find(
          ({ workchain, shard, seqno }) =>
            workchain === entry.workchain && shard === entry.shard && seqno === entry.seqno,
        );
      if (recorded === undefined) continue;
      const states = rowsOfBlock(recorded.read()).states.filter(({ rowVersion }) => rowVersion > 0);
      const kept = states.filter(({ status }) => status !== 'nonexist');
      const whole = rowsOfState(data, entry, states);
      expect(whole.map(({ account }) => hex(account))).toEqual(kept.map(({ account }) => hex(account)));
      for (const [index, row] of kept.entries()) {
        // The block does not contain a dictionary of extra currencies that did not change.
        const { extraCurrencies, extraCurrenciesHash, rawBoc, ...shown } = row;
        const isHidden = extraCurrenciesHash !== null;
        expect(isHidden).toBe(isHidden && whole[index]!.extraCurrencies.length > 0);
        const known = isHidden ? shown : { ...shown, extraCurrencies, extraCurrenciesHash, rawBoc };
        expect(readable(whole[index]!)).toMatchObject(readable(known));
      }
      count += kept.length;
    }
    process.stderr.write(`${count} rows compared with recorded states\n`);
    if (data.isWhole) expect(count).toBeGreaterThan(0);
  });
});

const BLOCK_ACCOUNTS = 'accounts/getmethods/mainnet_block_71398501_accounts.json';

describeRecorded('the account states before a recorded block', [BLOCK_ACCOUNTS], (data) => {
  it('equal those that were recorded separately', () => {
    const file = data.path(BLOCK_ACCOUNTS);
    const { accounts } = JSON.parse(readFileSync(file, 'utf8')) as { readonly accounts: readonly RecordedAccount[] };
    const recorded = data.blocks().find(({ workchain, seqno }) => workchain === 0 && seqno === 71_398_501);
    const { states, transactions } = rowsOfBlock(recorded!.read());
    const before = new Map(
      states.filter(({ rowVersion }) => rowVersion === 0).map((row) => [hex(row.account), readable(row)]),
    );
    expect(before.size).toBeGreaterThan(0);
    for (const { address, shard_account_boc } of accounts) {
      const account = Uint8Array.from(Buffer.from(address.slice(2), 'hex'));
      const bag = Bag.parse(Buffer.from(shard_account_boc, 'base64'));
      const shardAccount = loadShardAccount(bag.slice(bag.root));
      const row = accountStateRow(bag, shardAccount.account, {
        workchain: 0,
        account,
        lt: shardAccount.lastTransLt,
        transactionHash: shardAccount.lastTransHash,
        mcBlockSeqno: null,
        rowVersion: 0,
      });
      const [first] = transactions.filter((transaction) => hex(transaction.account) === hex(account));
      expect(hex(first!.oldStateHash)).toBe(hex(row.hash));
      const shown = before.get(hex(account));
      if (shown !== undefined) expect(readable(row)).toEqual(shown);
      before.delete(hex(account));
    }
    expect([...before.keys()]).toEqual([]);
  });
});
