import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder, prunedBranch, writeBag } from '@tonriver/boc';
import {
  type AccountParts,
  type AccountState,
  eachShardAccount,
  loadShardAccounts,
  storeAccount,
} from '@tonriver/chain-model';
import { loadSplitOrUnsplitState } from '@tonriver/chain-model/testing';
import { TonriverError } from '@tonriver/errors';
import type { AccountStateRow } from '@tonriver/row-schema';
import { describeRecorded } from '@tonriver/testing';
import fc from 'fast-check';
import {
  type AccountStatePlace,
  accountStateRow,
  latestAccountStateRow,
  noAccountHash,
  nonexistentStateRow,
  shownCurrencies,
} from './account-state-row.ts';
import { rebuildAccount } from './rebuild-account.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const workchain = 0;
const account = new Uint8Array(32).fill(7);
const place: AccountStatePlace = {
  workchain,
  account,
  lt: 47_000_001n,
  transactionHash: new Uint8Array(32).fill(9),
  mcBlockSeqno: 12,
  rowVersion: 3,
};

function cellOf(parts: AccountParts<Cell> | null): Cell {
  const builder = new CellBuilder();
  storeAccount(builder, parts);
  return builder.endCell();
}

/** Parses the cell from bytes, so that the bag is like one from a block. */
function rowOf(cell: Cell): AccountStateRow {
  const bag = Bag.parse(writeBag([cell]));
  return accountStateRow(bag, bag.root, place);
}

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
const uint64 = fc.bigInt(0n, 2n ** 64n - 1n);
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null });
const tree = fc.array(fc.nat(255), { maxLength: 5 }).map((path) => {
  let cell = new CellBuilder().storeUint(0xdead, 16).endCell();
  for (const byte of path) cell = new CellBuilder().storeUint(byte, 8).storeRef(cell).endCell();
  return cell;
});
const extra = fc
  .uniqueArray(fc.record({ currency: fc.nat(2 ** 31), amount: fc.bigInt(1n, 2n ** 240n) }), {
    selector: ({ currency }) => currency,
    maxLength: 6,
  })
  .map((list) => list.sort((left, right) => left.currency - right.currency));
const state: fc.Arbitrary<AccountState<Cell>> = fc.oneof(
  fc.constant<AccountState<Cell>>({ type: 'uninit', stateInit: null, stateHash: null }),
  hash.map((stateHash): AccountState<Cell> => ({ type: 'frozen', stateInit: null, stateHash })),
  fc
    .record({
      fixedPrefixLength: maybe(fc.nat(31)),
      special: maybe(fc.record({ tick: fc.boolean(), tock: fc.boolean() })),
      code: maybe(tree),
      data: maybe(tree),
      library: maybe(tree),
    })
    .map((stateInit): AccountState<Cell> => ({ type: 'active', stateInit, stateHash: null })),
);
const anyParts: fc.Arbitrary<AccountParts<Cell>> = fc.record({
  address: fc.constant({ type: 'std' as const, workchain, hash: account, anycast: null }),
  storageInfo: fc.record({
    used: fc.record({ cells: fc.nat(2 ** 31), bits: fc.maxSafeNat().map((bits) => bits % 2 ** 48) }),
    storageDictHash: maybe(hash),
    lastPaid: fc.nat(2 ** 31),
    duePayment: maybe(fc.bigInt(0n, 2n ** 60n)),
  }),
  storage: fc.record({
    lastTransLt: uint64,
    balance: fc.record({ grams: fc.bigInt(0n, 2n ** 90n), extra }),
    state,
  }),
});

/** Leaves out frozen accounts with a storage dictionary hash: both hashes do not fit into one cell. */
const parts = anyParts.filter(
  ({ storage, storageInfo }) => storage.state.type !== 'frozen' || storageInfo.storageDictHash === null,
);

/** Returns the account as a state update contains it when its code, data and libraries did not change. */
function pruneBelow(cell: Cell, isPruned: (position: number) => boolean): Cell {
  const builder = new CellBuilder().storeBits(cell.bits, cell.bitLength);
  cell.refs.forEach((ref, position) => builder.storeRef(isPruned(position) ? prunedBranch(ref) : ref));
  return builder.endCell();
}

describe('accountStateRow', () => {
  it('makes rows from which the Account cell of every kind of account is rebuilt, without a raw cell', () => {
    fc.assert(
      fc.property(parts, (value) => {
        const cell = cellOf(value);
        const row = rowOf(cell);
        expect(row).toMatchObject({ ...place, status: value.storage.state.type, hash: cell.hash() });
        expect(row.rawBoc).toHaveLength(0);
        expect(row.extraCurrencies).toEqual(value.storage.balance.extra);
        expect(hex(rebuildAccount(row).hash(0))).toBe(hex(cell.hash()));
      }),
    );
  });

  it('makes the same row when code, data and libraries are pruned', () => {
    fc.assert(
      fc.property(parts, (value) => {
        const cell = cellOf(value);
        const first = value.storage.balance.extra.length > 0 ? 1 : 0;
        expect(rowOf(pruneBelow(cell, (position) => position >= first))).toEqual(rowOf(cell));
      }),
    );
  });

  it('keeps the hash of a pruned dictionary of extra currencies, and the cell', () => {
    fc.assert(
      fc.property(parts, (value) => {
        fc.pre(value.storage.balance.extra.length > 0);
        const cell = cellOf(value);
        const row = rowOf(pruneBelow(cell, () => true));
        expect(row.extraCurrencies).toEqual([]);
        expect(hex(row.extraCurrenciesHash!)).toBe(hex(cell.refs[0]!.hash()));
        expect(hex(rebuildAccount(row).hash(0))).toBe(hex(cell.hash()));
      }),
    );
  });

  it('takes extra currencies from another state only when that has the same dictionary', () => {
    fc.assert(
      fc.property(parts, parts, (value, other) => {
        fc.pre(value.storage.balance.extra.length > 0);
        const cell = cellOf(value);
        const root = new CellBuilder()
          .storeRef(pruneBelow(cell, () => true))
          .storeRef(cellOf({ ...other, storage: { ...other.storage, balance: value.storage.balance } }))
          .storeRef(cellOf(other))
          .endCell();
        const bag = Bag.parse(writeBag([root]));
        const rowWith = (position: number) =>
          accountStateRow(bag, bag.ref(bag.root, 0), place, () => shownCurrencies(bag, bag.ref(bag.root, position)));
        expect(rowWith(1)).toEqual(rowOf(cell));
        if (
          JSON.stringify(other.storage.balance.extra, String) !== JSON.stringify(value.storage.balance.extra, String)
        ) {
          expect(rowWith(2).extraCurrenciesHash).not.toBeNull();
        }
      }),
    );
  });

  it('keeps the cell of an account whose address has more than workchain and account', () => {
    const base = fc.sample(parts, { numRuns: 1, seed: 4 })[0]!;
    const standard = { type: 'std' as const, workchain, hash: account, anycast: null };
    const addresses: AccountParts<Cell>['address'][] = [
      { ...standard, anycast: { depth: 5, prefix: 3 } },
      { ...standard, workchain: -1 },
      { ...standard, hash: new Uint8Array(32) },
      { type: 'var', workchain, bits: account, bitLength: 256, anycast: null },
    ];
    for (const address of addresses) {
      const cell = cellOf({ ...base, address });
      const row = rowOf(cell);
      expect(row.rawBoc.length).toBeGreaterThan(0);
      expect(row.balance).toBe(base.storage.balance.grams);
      expect(hex(rebuildAccount(row).hash(0))).toBe(hex(cell.hash()));
    }
  });

  it('keeps the cell of an account with a number that is encoded in too many bytes', () => {
    const builder = new CellBuilder().storeBit(1).storeUint(0b100, 3).storeInt(workchain, 8).storeBytes(account);
    builder.storeUint(0, 9).storeUint(5, 32).storeBit(0);
    builder.storeUint(77n, 64).storeUint(2, 4).storeUint(9, 16).storeBit(0).storeUint(0b00, 2);
    const cell = builder.endCell();
    const row = rowOf(cell);
    expect(row).toMatchObject({ status: 'uninit', balance: 9n, storageLt: 77n, lastPaid: 5 });
    expect(row.rawBoc.length).toBeGreaterThan(0);
    expect(hex(rebuildAccount(row).hash(0))).toBe(hex(cell.hash()));
  });

  it('makes a row with only the hash of the cell for an account that does not exist', () => {
    const row = rowOf(cellOf(null));
    expect(row).toEqual(nonexistentStateRow(place));
    expect(hex(row.hash)).toBe('90aec8965afabb16ebc3cb9b408ebae71b618d78788bc80d09843593cac98da4');
    expect(hex(rebuildAccount(row).hash())).toBe(hex(noAccountHash));
    expect(latestAccountStateRow(row)).toMatchObject({ lt: place.lt, status: 'nonexist', balance: 0n });
  });

  it('refuses a cell that is not an Account, is too short or too long', () => {
    const whole = cellOf(fc.sample(parts, { numRuns: 1, seed: 5 })[0]!);
    const longer = new CellBuilder().storeCell(whole).storeBit(1).endCell();
    const shorter = new CellBuilder().storeBits(whole.bits, 300).endCell();
    for (const cell of [longer, shorter, noneWithMore()]) {
      expect(() => rowOf(cell)).toThrow(TonriverError);
    }
  });

  it('makes rows that cannot be rebuilt when a column of another kind of state is set', () => {
    const row = nonexistentStateRow(place);
    for (const wrong of [{ balance: 1n }, { codeHash: account }, { dataDepth: 2 }, { special: 1 }, { lastPaid: 4 }]) {
      expect(() => rebuildAccount({ ...row, ...wrong })).toThrow(
        expect.objectContaining({ code: 'contradicting_row' }),
      );
    }
  });
});

function noneWithMore(): Cell {
  return new CellBuilder().storeBit(0).storeBit(1).endCell();
}

interface StateEntry {
  readonly file: string;
}

describeRecorded('the accounts of recorded states', ['blocks/states/index.json'], (data) => {
  it('have rows from which every Account cell is rebuilt', () => {
    const entries = JSON.parse(readFileSync(data.path('blocks', 'states', 'index.json'), 'utf8')) as StateEntry[];
    let count = 0;
    for (const { file } of entries) {
      const bag = Bag.parse(readFileSync(data.path(file)));
      const shardState = loadSplitOrUnsplitState(bag, bag.root);
      if ('left' in shardState) throw new Error(`${file} is a split state`);
      for (const found of eachShardAccount(bag, loadShardAccounts(bag, shardState.accounts).root)) {
        const row = accountStateRow(bag, found.account, {
          workchain: shardState.workchain,
          account: found.hash,
          lt: found.lastTransLt,
          transactionHash: found.lastTransHash,
          mcBlockSeqno: null,
          rowVersion: 0,
        });
        expect(hex(rebuildAccount(row).hash(0))).toBe(hex(bag.hash(found.account)));
        expect(row.rawBoc).toHaveLength(0);
        count += 1;
      }
    }
    process.stderr.write(`${count} Account cells rebuilt from their rows\n`);
    expect(count).toBeGreaterThan(0);
  });
});
