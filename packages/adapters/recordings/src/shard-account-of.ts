import { Bag, type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import {
  buildHashmap,
  type AccountAddress,
  type ExtraCurrency,
  standardAddress,
  storeAccount,
  storeShardAccount,
  ZERO_HASH,
} from '@tonriver/chain-model';
import type { LibrarySet } from './library-set.ts';

/**
 * Builds the account that a recording describes by its parts. Values that the recording lacks and a get-method cannot
 * see are zero: storage used and paid, last transaction. Without code the account is uninitialised.
 */
export function shardAccountOf(parts: {
  readonly address: AccountAddress;
  readonly balance: bigint;
  readonly codeBoc: Uint8Array | null;
  readonly dataBoc: Uint8Array | null;
  readonly extraCurrencies: readonly ExtraCurrency[];
  readonly ownLibraries: LibrarySet;
}): Uint8Array {
  const { address, balance, codeBoc, dataBoc, extraCurrencies, ownLibraries } = parts;
  const cellOf = (boc: Uint8Array | null) => {
    if (boc === null) return null;
    const bag = Bag.parse(boc);
    return bag.toCell(bag.root);
  };
  const stateInit = {
    fixedPrefixLength: null,
    special: null,
    code: cellOf(codeBoc),
    data: cellOf(dataBoc),
    library: simpleLibraries(ownLibraries.cells()),
  };
  const account = new CellBuilder();
  storeAccount(account, {
    address: standardAddress(address),
    storageInfo: { used: { cells: 0, bits: 0 }, storageDictHash: null, lastPaid: 0, duePayment: null },
    storage: {
      lastTransLt: 0n,
      balance: { grams: balance, extra: extraCurrencies },
      state:
        stateInit.code === null
          ? { type: 'uninit', stateInit: null, stateHash: null }
          : { type: 'active', stateInit, stateHash: null },
    },
  });
  const shardAccount = new CellBuilder();
  storeShardAccount(shardAccount, { account: account.endCell(), lastTransHash: ZERO_HASH, lastTransLt: 0n });
  return writeBag([shardAccount.endCell()]);
}

/** `simple_lib$_ public:Bool root:^Cell = SimpleLib;` in `Hashmap 256`. */
function simpleLibraries(cells: readonly Cell[]): Cell | null {
  const entries = cells
    .map((cell) => ({ key: cell.hash(), value: cell }))
    .toSorted((left, right) => Buffer.compare(left.key, right.key));
  return buildHashmap(entries, {
    keyBits: 256,
    storeValue: (builder, cell) => void builder.storeBit(0).storeRef(cell),
  });
}
