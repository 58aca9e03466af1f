import { type Bag, BocError, type Cell } from '@tonriver/boc';
import { findShardAccount, loadMerkleProof, resolveShardAccount } from '@tonriver/chain-model';
import { shardAccountCell } from './recorded-transaction.ts';

/** A shard state, whole or as a proof. Of a proof, perhaps only the accounts can be read. */
export interface StateRoot {
  readonly bag: Bag;
  readonly root: number;
}

const SHARD_STATE_TAG = 0x9023afe2;
/**
 * ```tlb
 * shard_state#9023afe2 … out_msg_queue_info:^OutMsgQueueInfo before_split:(## 1) accounts:^ShardAccounts …
 * ```
 */
const ACCOUNTS_REF = 1;

/** @throws {BocError} for another kind of cell */
export function stateRoot(bag: Bag): StateRoot {
  const root = bag.cellType(bag.root) === 'merkle_proof' ? loadMerkleProof(bag, bag.root).root : bag.root;
  const tag = bag.slice(root).loadUint(32);
  if (tag !== SHARD_STATE_TAG) throw new BocError('cell_bad_value', 'The cell is no state of one shard', { tag });
  return { bag, root };
}

/** Returns the account from the first of the states that has it; undefined when none has. */
export function findAccount(states: readonly StateRoot[], hash: Uint8Array): Cell | undefined {
  for (const { bag, root } of states) {
    const accounts = bag.slice(bag.ref(root, ACCOUNTS_REF));
    // `ahme_empty$0`, `ahme_root$1 root:^…`; what is summed up behind it may be pruned.
    const found = findShardAccount(bag, accounts.loadBit() ? accounts.loadRef() : null, hash);
    if (found === null) continue;
    const { account, lastTransHash, lastTransLt } = resolveShardAccount(bag, found);
    return shardAccountCell(account, lastTransHash, lastTransLt);
  }
  return undefined;
}
