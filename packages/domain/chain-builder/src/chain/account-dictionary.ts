import { type Cell, CellBuilder } from '@tonriver/boc';
import {
  type DepthBalanceInfo,
  depthBalanceAugmentation,
  type Hash,
  loadAccount,
  storeShardAccount,
  type TickTock,
  ZERO_HASH,
  zeroCurrencyCollection,
} from '@tonriver/chain-model';
import { ChainBuilderError } from '../chain-builder-error.ts';
import { readHead, realRef } from './cell-head.ts';
import type { LiveKind } from './live-dictionary.ts';
import type { AccountAfter, AccountRecord } from './transaction-outcome.ts';

/** `account_none$0 = Account;` */
export const ACCOUNT_NONE: Cell = new CellBuilder().storeBit(0).endCell();

/** The dictionary of a shard's accounts, `ShardAccounts`. */
export const accountKind: LiveKind<AccountRecord, DepthBalanceInfo> = {
  keyBits: 256,
  storeValue: (builder, { cell, lastTransHash, lastTransLt }) =>
    storeShardAccount(builder, { account: cell, lastTransHash, lastTransLt }),
  extraOf: ({ balance }) => ({ splitDepth: 0, balance }),
  augmentation: depthBalanceAugmentation,
  loadValue: (slice, [account], hash) => {
    const lastTransHash = slice.loadBytes(32);
    const lastTransLt = slice.loadUint64();
    if (account === undefined) throw new ChainBuilderError('bad_state', 'An account of a state has no cell');
    const { status, cell, balance, endLt } = readAccount(account);
    return { hash, status, cell, balance, lastTransHash, lastTransLt, endLt };
  },
};

/** An account's cell with what blocks need of it. */
export interface ReadAccount extends AccountAfter {
  /** The first lt after its last transaction and the messages of that. */
  readonly endLt: bigint;
  /** `Hashmap 256 SimpleLib`; null without libraries, or when the account is not active. */
  readonly libraries: Cell | null;
  /** The contract's data; null without, or when the account is not active. */
  readonly data: Cell | null;
  /** The transactions of a special account in each block; null for other accounts, or when it is not active. */
  readonly tickTock: TickTock | null;
}

/** Reads an `Account` from its root cell alone. @throws {ChainModelError} or `BocError` for anything else */
export function readAccount(cell: Cell): ReadAccount {
  return readHead(cell, (slice): ReadAccount => {
    const account = loadAccount(slice.bag, slice.cell);
    if (account === null) {
      const absent = { status: 'nonexist', balance: zeroCurrencyCollection, endLt: 0n } as const;
      return { ...absent, cell, libraries: null, data: null, tickTock: null };
    }
    const { lastTransLt, balance, state } = account.storage;
    const { library, data, special } = state.stateInit ?? { library: null, data: null, special: null };
    return {
      status: state.type,
      cell,
      balance,
      endLt: lastTransLt,
      libraries: realRef(cell, slice, library),
      data: realRef(cell, slice, data),
      tickTock: special,
    };
  }).value;
}

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
