import { compareBytes, shardPrefixLength } from '@tonriver/chain-model';
import { contentOf, findUnder, type LiveDictionary, type LiveNode } from './live-dictionary.ts';
import type { QueuedMessage } from './message-queue.ts';

/** A queue from which a block imports. */
export interface MessageSource {
  readonly queue: LiveDictionary<QueuedMessage, bigint>;
  /** Tells whether the block must not see a message of this queue. */
  readonly hides: (message: QueuedMessage) => boolean;
}

/** The messages of some queues to one shard. */
export interface InboundQueues {
  readonly workchain: number;
  readonly shard: bigint;
  readonly sources: readonly MessageSource[];
}

interface Waiting {
  readonly node: LiveNode<QueuedMessage, bigint>;
  readonly source: MessageSource;
  /** Null for a fork, which is opened before messages of the same lt are taken. */
  readonly message: QueuedMessage | null;
}

const WORKCHAIN_BITS = 32;

/**
 * Yields the messages to a shard in the order of import: by lt, then by hash. Looks only at the parts of the queues
 * from which messages are taken: every queue states the lowest lt of each of its parts, so a message costs a few steps
 * for each level of its queue, however many others wait.
 */
export function* inboundMessages({ workchain, shard, sources }: InboundQueues): Generator<QueuedMessage, void> {
  const heap: Waiting[] = [];
  const prefix = new Uint8Array(44);
  const view = new DataView(prefix.buffer);
  view.setInt32(0, workchain);
  view.setBigUint64(4, shard);
  const length = WORKCHAIN_BITS + shardPrefixLength(shard);
  for (const source of sources) {
    const node = findUnder(source.queue, prefix, length);
    if (node !== null) push(heap, waiting(node, source));
  }
  for (let next = pop(heap); next !== undefined; next = pop(heap)) {
    const { node, source, message } = next;
    if (message !== null) {
      if (!source.hides(message)) yield message;
      continue;
    }
    const content = contentOf(source.queue.kind, node);
    if (content.isLeaf) continue;
    push(heap, waiting(content.left, source));
    push(heap, waiting(content.right, source));
  }
}

function waiting(node: LiveNode<QueuedMessage, bigint>, source: MessageSource): Waiting {
  const { kind } = source.queue;
  const isLeaf = node.position + node.length === kind.keyBits;
  const content = isLeaf ? contentOf(kind, node) : null;
  return { node, source, message: content?.isLeaf === true ? content.value : null };
}

function isBefore(left: Waiting, right: Waiting): boolean {
  if (left.node.extra !== right.node.extra) return left.node.extra < right.node.extra;
  if (left.message === null || right.message === null) return left.message === null && right.message !== null;
  return compareBytes(left.message.hash, right.message.hash) < 0;
}

function push(heap: Waiting[], added: Waiting): void {
  let at = heap.length;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!isBefore(added, heap[above] as Waiting)) break;
    heap[at] = heap[above] as Waiting;
    at = above;
  }
  heap[at] = added;
}

function pop(heap: Waiting[]): Waiting | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && isBefore(heap[below + 1] as Waiting, heap[below] as Waiting)) below++;
    if (!isBefore(heap[below] as Waiting, last)) break;
    heap[at] = heap[below] as Waiting;
    at = below;
  }
  heap[at] = last;
  return first;
}
