import { Bag, type Cell, CellBuilder } from '@tonriver/boc';
import { type AccountState, storeAccount } from '@tonriver/chain-model';
import type { AccountStateRow } from '@tonriver/row-schema';
import { BlockRowsError } from '../block-rows-error.ts';
import { specialOf } from '../special-column.ts';
import { prunedBranchFor } from './raw-account.ts';

/**
 * Rebuilds the Account cell of a row, with pruned branches (level 1) for code, data and libraries. The `hash(0)` of the
 * cell is the row's `hash`.
 *
 * @throws {BlockRowsError} `contradicting_row` when columns are set that a state of this kind does not have
 * @throws {BocError | ChainModelError} when a value does not fit into an Account, or `raw_boc` is not a bag of cells
 */
export function rebuildAccount(row: AccountStateRow): Cell {
  if (row.rawBoc.length > 0) {
    const bag = Bag.parse(row.rawBoc);
    return bag.toCell(bag.root);
  }
  checkColumns(row);
  const builder = new CellBuilder();
  if (row.status === 'nonexist') {
    storeAccount(builder, null);
    return builder.endCell();
  }
  storeAccount(builder, {
    address: { type: 'std', workchain: row.workchain, hash: row.account, anycast: null },
    storageInfo: {
      used: { cells: Number(row.storageCells), bits: Number(row.storageBits) },
      storageDictHash: row.storageDictHash,
      lastPaid: row.lastPaid,
      duePayment: row.duePayment,
    },
    storage: {
      lastTransLt: row.storageLt,
      balance: { grams: row.balance, extra: row.extraCurrencies },
      state: stateOf(row),
    },
  });
  return builder.endCell();
}

function stateOf(row: AccountStateRow): AccountState<Cell> {
  switch (row.status) {
    case 'active':
      return {
        type: 'active',
        stateHash: null,
        stateInit: {
          fixedPrefixLength: row.fixedPrefixLength,
          special: specialOf(row.special),
          code: branchOf(row.codeHash, row.codeDepth),
          data: branchOf(row.dataHash, row.dataDepth),
          library: branchOf(row.libraryHash, row.libraryDepth),
        },
      };
    case 'frozen':
      if (row.frozenHash === null) throw contradiction(row, 'frozen_hash');
      return { type: 'frozen', stateInit: null, stateHash: row.frozenHash };
    default:
      return { type: 'uninit', stateInit: null, stateHash: null };
  }
}

function branchOf(hash: Uint8Array | null, depth: number): Cell | null {
  return hash === null ? null : prunedBranchFor(hash, depth);
}

/** Refuses columns of another kind of state. Otherwise they would be ignored, and wrong values not be found. */
function checkColumns(row: AccountStateRow): void {
  const { status } = row;
  const absent: Partial<Record<string, boolean>> = {
    extra_currencies_hash: row.extraCurrenciesHash === null,
    code_depth: row.codeHash !== null || row.codeDepth === 0,
    data_depth: row.dataHash !== null || row.dataDepth === 0,
    library_depth: row.libraryHash !== null || row.libraryDepth === 0,
  };
  if (status !== 'frozen') absent['frozen_hash'] = row.frozenHash === null;
  if (status !== 'active') {
    absent['code_hash'] = row.codeHash === null;
    absent['data_hash'] = row.dataHash === null;
    absent['library_hash'] = row.libraryHash === null;
    absent['special'] = row.special === null;
    absent['fixed_prefix_length'] = row.fixedPrefixLength === null;
  }
  if (status === 'nonexist') {
    absent['balance'] = row.balance === 0n;
    absent['extra_currencies'] = row.extraCurrencies.length === 0;
    absent['storage_lt'] = row.storageLt === 0n;
    absent['storage_cells'] = row.storageCells === 0n;
    absent['storage_bits'] = row.storageBits === 0n;
    absent['storage_dict_hash'] = row.storageDictHash === null;
    absent['last_paid'] = row.lastPaid === 0;
    absent['due_payment'] = row.duePayment === null;
  }
  for (const [column, isAbsent] of Object.entries(absent)) if (isAbsent !== true) throw contradiction(row, column);
}

function contradiction({ workchain, account, lt, status }: AccountStateRow, column: string): BlockRowsError {
  return new BlockRowsError(
    'contradicting_row',
    `An account state of kind ${status} cannot have this value of ${column}`,
    {
      workchain,
      account: Buffer.from(account).toString('hex'),
      lt,
      column,
    },
  );
}
