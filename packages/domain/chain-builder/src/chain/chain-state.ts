import type { Hash } from '@tonriver/chain-model';
import { noAccount } from './account-dictionary.ts';
import { hashKey } from './address-prefix.ts';
import { eachLiveValue, findInLiveDictionary } from './live-dictionary.ts';
import type { MasterchainFacts } from './masterchain-facts.ts';
import type { Deliveries, Delivery } from './message-queue.ts';
import type { BlockContent } from './open-block.ts';
import type { ShardStep } from './shard-configuration.ts';
import { holds, type ShardHead } from './shard-head.ts';
import type { AccountRecord } from './transaction-outcome.ts';

/**
 * The newest state of every shard, and the messages on their way between them. It never changes: a block makes a new
 * one, so a block or a round that fails leaves nothing behind.
 */
export interface ChainState {
  readonly masterchain: ShardHead;
  readonly facts: MasterchainFacts;
  /** The newest block of each basechain shard. */
  readonly heads: ReadonlyMap<bigint, ShardHead>;
  readonly deliveries: Deliveries;
}

/** Returns an account after the newest blocks; status `nonexist` if it does not exist. */
export function findAccount({ masterchain, heads }: ChainState, workchain: number, hash: Hash): AccountRecord {
  if (workchain === masterchain.workchain) return accountIn(masterchain, hash);
  let newest: ShardHead | undefined;
  for (const head of heads.values()) {
    if (!holds(head.shard, hash)) continue;
    // While a split is half done, the parent and one child are there, and the child is newer.
    if (newest === undefined || head.reference.seqno > newest.reference.seqno) newest = head;
  }
  return newest === undefined ? noAccount(hash) : accountIn(newest, hash);
}

function accountIn({ contents }: ShardHead, hash: Hash): AccountRecord {
  return findInLiveDictionary(contents.accounts, hash) ?? noAccount(hash);
}

/** Returns all accounts, the masterchain's first. */
export function* accountsOf({
  masterchain,
  heads,
}: ChainState): Generator<{ readonly workchain: number; readonly account: AccountRecord }> {
  for (const { workchain, contents } of [masterchain, ...heads.values()]) {
    for (const account of eachLiveValue(contents.accounts)) yield { workchain, account };
  }
}

/** Returns the number of messages that no block has imported yet. */
export function countInFlight({ masterchain, heads, deliveries }: ChainState): number {
  let count = masterchain.contents.queueSize - deliveries.size;
  for (const { contents } of heads.values()) count += contents.queueSize;
  return count;
}

/** Returns the state after a shard's new block. A parent that has split stays until both children have a block. */
export function adoptShard(
  state: ChainState,
  head: ShardHead,
  {
    step,
    content,
    isLastUse,
  }: { readonly step: ShardStep; readonly content: BlockContent; readonly isLastUse: boolean },
): ChainState {
  const heads = new Map(state.heads);
  if (isLastUse) for (const parent of step.parents) heads.delete(parent);
  heads.set(head.shard, head);
  return { ...state, heads, deliveries: deliveriesAfter(state, head, content) };
}

/** Returns the state after a masterchain block. */
export function adoptMasterchain(
  state: ChainState,
  masterchain: ShardHead,
  { facts, content }: { readonly facts: MasterchainFacts; readonly content: BlockContent },
): ChainState {
  return { ...state, masterchain, facts, deliveries: deliveriesAfter(state, masterchain, content) };
}

function deliveriesAfter({ deliveries }: ChainState, { reference }: ShardHead, content: BlockContent): Deliveries {
  const after = new Map<string, Delivery>(deliveries);
  for (const message of content.imported) {
    after.set(hashKey(message.hash), { message, round: content.round, endLt: reference.endLt });
  }
  for (const { hash } of content.dequeued) after.delete(hashKey(hash));
  return after;
}
