import type { Cell } from '@tonriver/boc';
import { compareBytes } from '@tonriver/chain-model';
import type { NewInternalMessage } from './transaction-outcome.ts';

/** A message created in the current block, with the transaction that created it. */
export interface FreshMessage extends NewInternalMessage {
  readonly transaction: Cell;
}

/** Waiting messages, in the order in which a block must handle them: by lt, then by hash. */
export class FreshMessages {
  readonly #waiting: FreshMessage[] = [];

  add(message: FreshMessage): void {
    let low = 0;
    let high = this.#waiting.length;
    // In descending order, so that the next one is at the end.
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(message, this.#waiting[middle] as FreshMessage)) low = middle + 1;
      else high = middle;
    }
    this.#waiting.splice(low, 0, message);
  }

  take(): FreshMessage | undefined {
    return this.#waiting.pop();
  }
}

function isBefore(left: FreshMessage, right: FreshMessage): boolean {
  if (left.lt !== right.lt) return left.lt < right.lt;
  return compareBytes(left.cell.hash(), right.cell.hash()) < 0;
}
