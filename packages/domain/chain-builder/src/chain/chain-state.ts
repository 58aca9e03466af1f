import { type Hash, shardContains } from '@tonriver/chain-model';
import { noAccount } from './account-dictionary.ts';
import { addressPrefix, hashKey } from './address-prefix.ts';
import type { MasterchainFacts } from './masterchain-facts.ts';
import { compareQueued, type QueuedMessage } from './message-queue.ts';
import type { BlockContent } from './open-block.ts';
import type { ShardStep } from './shard-configuration.ts';
import type { ShardHead } from './shard-head.ts';
import type { AccountRecord } from './transaction-outcome.ts';

/** The newest state of every shard, and the messages on their way between them. */
export class ChainState {
  #masterchain: ShardHead;
  #facts: MasterchainFacts;
  readonly #heads: Map<bigint, ShardHead>;
  readonly #accounts = new Map<number, Map<string, AccountRecord>>([
    [0, new Map()],
    [-1, new Map()],
  ]);
  /** Messages that no block has imported yet, by the workchain they go to. */
  readonly #onTheWay = new Map<number, QueuedMessage[]>();

  constructor(masterchain: ShardHead, basechain: ShardHead, facts: MasterchainFacts, accounts: ChainAccounts) {
    this.#masterchain = masterchain;
    this.#facts = facts;
    this.#heads = new Map([[basechain.shard, basechain]]);
    for (const [workchain, records] of accounts) {
      for (const record of records) this.#accountsOf(workchain).set(hashKey(record.hash), record);
    }
  }

  get masterchain(): ShardHead {
    return this.#masterchain;
  }

  get facts(): MasterchainFacts {
    return this.#facts;
  }

  /** Returns the newest block of a basechain shard; undefined if the shard does not exist now. */
  head(shard: bigint): ShardHead | undefined {
    return this.#heads.get(shard);
  }

  account(workchain: number, hash: Hash): AccountRecord {
    return this.#accountsOf(workchain).get(hashKey(hash)) ?? noAccount(hash);
  }

  /** All messages on the way to a shard that `isVisible` lets through, in the order of import. */
  inboundOf(workchain: number, shard: bigint, isVisible: (message: QueuedMessage) => boolean): QueuedMessage[] {
    const waiting = this.#onTheWay.get(workchain) ?? [];
    return waiting
      .filter(({ destination }) => shardContains(shard, addressPrefix(destination.hash) | 1n))
      .filter(isVisible)
      .sort(compareQueued);
  }

  /** How many messages no block has imported yet. */
  get inFlightCount(): number {
    let count = 0;
    for (const messages of this.#onTheWay.values()) count += messages.length;
    return count;
  }

  /** Adds a shard's new block. A parent that has split stays until both children have a block. */
  adoptShard(head: ShardHead, step: ShardStep, content: BlockContent, isLastUse: boolean): void {
    if (isLastUse) for (const parent of step.parents) this.#heads.delete(parent);
    this.#heads.set(head.shard, head);
    this.#adopt(head, content);
  }

  adoptMasterchain(head: ShardHead, facts: MasterchainFacts, content: BlockContent): void {
    this.#masterchain = head;
    this.#facts = facts;
    this.#adopt(head, content);
  }

  #adopt({ workchain, reference }: ShardHead, content: BlockContent): void {
    const accounts = this.#accountsOf(workchain);
    for (const { hash, after } of content.histories) {
      if (after.status === 'nonexist') accounts.delete(hashKey(hash));
      else accounts.set(hashKey(hash), after);
    }
    if (content.imported.length > 0) {
      const round = content.round;
      for (const message of content.imported) message.delivery = { round, endLt: reference.endLt };
      const waiting = this.#onTheWay.get(workchain) ?? [];
      this.#onTheWay.set(
        workchain,
        waiting.filter(({ delivery }) => delivery === null),
      );
    }
    for (const message of content.queuedNow) {
      const waiting = this.#onTheWay.get(message.destination.workchain);
      if (waiting === undefined) this.#onTheWay.set(message.destination.workchain, [message]);
      else waiting.push(message);
    }
  }

  #accountsOf(workchain: number): Map<string, AccountRecord> {
    return this.#accounts.get(workchain) as Map<string, AccountRecord>;
  }
}

/** The accounts in the zero states. */
export type ChainAccounts = readonly (readonly [workchain: 0 | -1, records: readonly AccountRecord[]])[];
