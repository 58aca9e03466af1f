import { Bag, CellBuilder, writeBag } from '@tonriver/boc';
import {
  type AccountAddress,
  standardAddress,
  storeAccount,
  storeShardAccount,
  ZERO_HASH,
} from '@tonriver/chain-model';

/**
 * The account that a recording describes by its parts. What the recording does not say and a get-method cannot see is
 * zero: storage used and paid, last transaction. Without code the account is uninitialised.
 */
export function shardAccountOf(parts: {
  readonly address: AccountAddress;
  readonly balance: bigint;
  readonly codeBoc: Uint8Array | null;
  readonly dataBoc: Uint8Array | null;
}): Uint8Array {
  const { address, balance, codeBoc, dataBoc } = parts;
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
    library: null,
  };
  const account = new CellBuilder();
  storeAccount(account, {
    address: standardAddress(address),
    storageInfo: { used: { cells: 0, bits: 0 }, storageDictHash: null, lastPaid: 0, duePayment: null },
    storage: {
      lastTransLt: 0n,
      balance: { grams: balance, extra: [] },
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
