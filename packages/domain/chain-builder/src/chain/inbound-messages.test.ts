import { describe, expect, it } from '@jest/globals';
import { Cell } from '@tonriver/boc';
import { compareBytes, shardChildren, WHOLE_SHARD, zeroCurrencyCollection } from '@tonriver/chain-model';
import fc from 'fast-check';
import { createRandom, type Random } from '../random.ts';
import { hashKey } from './address-prefix.ts';
import { inboundMessages, type MessageSource } from './inbound-messages.ts';
import {
  changeLiveDictionary,
  emptyLiveDictionary,
  type LiveKind,
  readLiveDictionary,
  writeLiveDictionary,
} from './live-dictionary.ts';
import type { QueuedMessage } from './message-queue.ts';
import { queueKey, queueKind } from './queue-dictionary.ts';
import { holds } from './shard-head.ts';

/** A message of a queue, without cells, which order does not need. */
function makeMessage(random: Random, workchain: number, ltMax: number): QueuedMessage {
  const [hash, receiver] = [random.bytes(32), random.bytes(32)];
  const nextPrefix = new DataView(receiver.buffer).getBigUint64(0);
  return {
    hash,
    envelope: Cell.empty,
    message: Cell.empty,
    // Few lts, so that many messages are ordered by their hashes.
    lt: BigInt(random.below(ltMax)),
    source: { workchain: 0, hash: receiver },
    destination: { workchain, hash: receiver },
    value: zeroCurrencyCollection,
    fwdFee: 0n,
    holder: receiver,
    key: queueKey({ nextWorkchain: workchain, nextPrefix }, hash),
    nextWorkchain: workchain,
    nextPrefix,
  };
}

function sourceOf(
  messages: readonly QueuedMessage[],
  hidden: ReadonlySet<QueuedMessage> = new Set(),
  kind: LiveKind<QueuedMessage, bigint> = queueKind,
): MessageSource {
  const changes = messages.map((message) => ({ key: message.key, value: message }));
  const queue = changeLiveDictionary(emptyLiveDictionary(kind), changes);
  return { queue, hides: (message) => hidden.has(message) };
}

function compareMessages(left: QueuedMessage, right: QueuedMessage): number {
  return left.lt < right.lt ? -1 : left.lt > right.lt ? 1 : compareBytes(left.hash, right.hash);
}

const [left, right] = shardChildren(WHOLE_SHARD);
const shards = [WHOLE_SHARD, left, right, ...shardChildren(left), ...shardChildren(right)];

describe('inbound messages', () => {
  it('are those to the shard that are not hidden, by lt and then by hash, whichever queues they are in', () => {
    const arbitrary = fc.record({
      seed: fc.string({ maxLength: 8 }),
      counts: fc.array(fc.nat(60), { maxLength: 5 }),
      ltMax: fc.integer({ min: 1, max: 40 }),
      shard: fc.constantFrom(...shards),
      workchain: fc.constantFrom(0, -1),
    });
    fc.assert(
      fc.property(arbitrary, ({ seed, counts, ltMax, shard, workchain }) => {
        const random = createRandom(seed);
        const queues = counts.map((count) =>
          Array.from({ length: count }, () =>
            makeMessage(random, random.chance(0.8) ? workchain : -1 - workchain, ltMax),
          ),
        );
        const all = queues.flat();
        const hidden = new Set(all.filter(() => random.chance(0.3)));
        const expected = all
          .filter(({ destination }) => destination.workchain === workchain && holds(shard, destination.hash))
          .filter((message) => !hidden.has(message))
          .sort(compareMessages);
        const sources = queues.map((messages) => sourceOf(messages, hidden));
        expect([...inboundMessages({ workchain, shard, sources })]).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('cost steps in proportion to the depth of their queues, and not to the number of messages in them', () => {
    for (const total of [1000, 50_000]) {
      const count = nodesReadFor(100, { of: total });
      expect(count).toBeGreaterThan(100);
      // Two nodes for each level.
      expect(count).toBeLessThan(100 * 2 * Math.log2(total));
    }
  });
});

/** Returns how many nodes of a stored queue are read to take its first messages. */
function nodesReadFor(taken: number, { of: total }: { readonly of: number }): number {
  const random = createRandom(`${total}`);
  const byKey = new Map<string, QueuedMessage>();
  let count = 0;
  const kind: LiveKind<QueuedMessage, bigint> = {
    ...queueKind,
    augmentation: {
      ...queueKind.augmentation,
      load: (slice) => {
        count++;
        return queueKind.augmentation.load(slice);
      },
    },
    loadValue: (_slice, _refs, key) => byKey.get(hashKey(key)) as QueuedMessage,
  };
  const messages = Array.from({ length: total }, () => makeMessage(random, 0, 2 ** 31));
  for (const message of messages) byKey.set(hashKey(message.key), message);
  const { root } = writeLiveDictionary(sourceOf(messages, new Set(), kind).queue);
  const stored: MessageSource = { queue: readLiveDictionary(kind, root), hides: () => false };
  const inbound = inboundMessages({ workchain: 0, shard: WHOLE_SHARD, sources: [stored] });
  const first = Array.from({ length: taken }, () => inbound.next().value);
  expect(first).toEqual(messages.sort(compareMessages).slice(0, taken));
  return count;
}
