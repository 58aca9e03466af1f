import type { AccountAddress } from '@tonriver/chain-model';

/** A message of the trace that has no transaction yet. */
export interface WaitingMessage {
  readonly address: AccountAddress;
  /** The message as a bag. */
  readonly boc: Uint8Array;
  readonly createdLt: bigint;
  /** Index of the transaction that sent it; null when none of the trace did. */
  readonly parent: number | null;
  readonly depth: number;
  /** Number of messages that were sent before it. */
  readonly order: number;
}

/** Messages in the order in which a block takes them: by logical time, then by the order of sending. */
export interface WaitingMessages {
  add(message: Omit<WaitingMessage, 'order'>): void;
  /** Takes the first; undefined when none waits. */
  next(): WaitingMessage | undefined;
  /** Messages that were ever added. */
  readonly addedCount: number;
}

/** A binary heap: a transaction sends up to 255 messages, and all of them may wait. */
export function createWaitingMessages(): WaitingMessages {
  const heap: WaitingMessage[] = [];
  let count = 0;
  const isBefore = (left: WaitingMessage, right: WaitingMessage): boolean =>
    left.createdLt === right.createdLt ? left.order < right.order : left.createdLt < right.createdLt;
  const swap = (left: number, right: number): void => {
    [heap[left], heap[right]] = [heap[right]!, heap[left]!];
  };
  const sink = (from: number): void => {
    for (let at = from; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && isBefore(heap[child]!, heap[least]!)) least = child;
      }
      if (least === at) return;
      swap(at, least);
      at = least;
    }
  };
  return {
    add(message) {
      let at = heap.push({ ...message, order: count++ }) - 1;
      for (let parent = (at - 1) >> 1; at > 0 && isBefore(heap[at]!, heap[parent]!); parent = (at - 1) >> 1) {
        swap(at, parent);
        at = parent;
      }
    },
    get addedCount() {
      return count;
    },
    next() {
      const first = heap[0];
      const last = heap.pop();
      if (heap.length > 0 && last !== undefined) {
        heap[0] = last;
        sink(0);
      }
      return first;
    },
  };
}
