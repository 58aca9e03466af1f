import { WHOLE_SHARD, shardContains } from '@tonriver/chain-model';
import { hashKey } from './address-prefix.ts';
import type { ChainState } from './chain-state.ts';
import type { MessageSource } from './inbound-messages.ts';
import type { QueuedMessage } from './message-queue.ts';
import { holds, type ShardContents, type ShardHead } from './shard-head.ts';

/** A shard that imports messages. */
interface Importer {
  readonly workchain: number;
  readonly shard: bigint;
  /** The contents of the states that its block continues. */
  readonly contents: ShardContents;
}

/** The states from which a block imports. */
export interface ImportStates {
  /** As of the last masterchain block. */
  readonly before: ChainState;
  /** With the blocks of this round so far. */
  readonly now: ChainState;
  /** Lets the block see the messages that were sent in this round. */
  readonly seesRound: boolean;
}

/**
 * Returns the queues from which a block imports: its own as it is now, and those of all other shards, without messages
 * that were imported already.
 */
export function messageSources(importer: Importer, { before, now, seesRound }: ImportStates): MessageSource[] {
  const isDelivered = ({ hash }: QueuedMessage): boolean => {
    const key = hashKey(hash);
    // A message that its shard has removed in this round is still in the queue of the state before.
    return now.deliveries.has(key) || before.deliveries.has(key);
  };
  const visible = seesRound ? now : before;
  const heads = [visible.masterchain, ...visible.heads.values()];
  const sources: MessageSource[] = [{ queue: importer.contents.queue, hides: isDelivered }];
  for (const head of heads) {
    if (isWithin(head, importer)) continue;
    // Inside the shard's range there are newer queues: the own one, and that of a child while a split is half done.
    const newer = [importer, ...heads].filter((other) => other !== head && isWithin(other, head));
    const hides = (message: QueuedMessage): boolean =>
      newer.some(({ shard }) => holds(shard, message.holder)) || isDelivered(message);
    sources.push({ queue: head.contents.queue, hides });
  }
  return sources;
}

type Place = Pick<ShardHead, 'workchain' | 'shard'>;

function isWithin(inner: Place, outer: Place): boolean {
  if (inner.workchain !== outer.workchain) return false;
  return outer.shard === WHOLE_SHARD || shardContains(outer.shard, inner.shard);
}
