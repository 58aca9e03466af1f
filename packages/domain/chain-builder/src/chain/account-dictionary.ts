import { type Cell, CellBuilder } from '@tonriver/boc';
import {
  type DepthBalanceInfo,
  depthBalanceAugmentation,
  type Hash,
  type HashmapAugKind,
  storeShardAccount,
  ZERO_HASH,
  zeroCurrencyCollection,
} from '@tonriver/chain-model';
import type { AccountRecord } from './transaction-outcome.ts';

/** `account_none$0 = Account;` */
export const ACCOUNT_NONE: Cell = new CellBuilder().storeBit(0).endCell();

/** The dictionary of a shard's accounts, `ShardAccounts`. */
export const accountKind: HashmapAugKind<AccountRecord, DepthBalanceInfo> = {
  keyBits: 256,
  storeValue: (builder, { cell, lastTransHash, lastTransLt }) =>
    storeShardAccount(builder, { account: cell, lastTransHash, lastTransLt }),
  extraOf: ({ balance }) => ({ splitDepth: 0, balance }),
  augmentation: depthBalanceAugmentation,
};

/** Returns the record of an account that never had a transaction, or was deleted in an earlier block. */
export function noAccount(hash: Hash): AccountRecord {
  return {
    hash,
    status: 'nonexist',
    cell: ACCOUNT_NONE,
    balance: zeroCurrencyCollection,
    lastTransHash: ZERO_HASH,
    lastTransLt: 0n,
    endLt: 0n,
  };
}
