import { type Cell, CellBuilder } from '@tonriver/boc';
import {
  type AccountState,
  type AccountStatus,
  type CurrencyCollection,
  type Hash,
  storeAccount,
} from '@tonriver/chain-model';
import { type Actor, STORAGE_ROOT, storageUsedBy } from './actor.ts';

/** Returns the state hash of a frozen account. Only accounts that never ran are frozen, so it is their StateInit's. */
export function stateHash(actor: Actor): Hash {
  return actor.initCell.hash();
}

/** Writes an existing account. */
export function writeAccount(
  actor: Actor,
  status: Exclude<AccountStatus, 'nonexist'>,
  lastTransLt: bigint,
  balance: CurrencyCollection,
): Cell {
  const builder = new CellBuilder();
  storeAccount(builder, {
    address: actor.standardAddress,
    storageInfo: {
      used: status === 'active' ? storageUsedBy(actor) : STORAGE_ROOT,
      storageDictHash: null,
      lastPaid: actor.lastPaid,
      duePayment: actor.due > 0n ? actor.due : null,
    },
    storage: { lastTransLt, balance, state: accountState(actor, status) },
  });
  return builder.endCell();
}

function accountState(actor: Actor, status: Exclude<AccountStatus, 'nonexist'>): AccountState<Cell> {
  if (status === 'uninit') return { type: 'uninit', stateInit: null, stateHash: null };
  if (status === 'active') return { type: 'active', stateInit: { ...actor.init, data: actor.data }, stateHash: null };
  return { type: 'frozen', stateInit: null, stateHash: actor.frozenHash ?? stateHash(actor) };
}
