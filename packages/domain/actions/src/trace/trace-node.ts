import { Bag, type CellSlice } from '@tonriver/boc';
import { ActionsError } from '../actions-error.ts';
import { BODY_OPENINGS_MAX, type MessageInput, type TransactionInput } from './trace-input.ts';

/** Anything whose first message has a body: a node, or a block. */
export interface HasBody {
  body(): CellSlice;
}

/**
 * One message of the tree: the inbound message of a transaction, a log that a transaction sent out, or a message that a
 * wallet was asked to send but did not (a ghost). A transaction without inbound message is a node too.
 */
export class TraceNode {
  /** The receiver's transaction; of a log the sender's. */
  readonly transaction: TransactionInput;
  readonly message: MessageInput | null;
  readonly isLog: boolean;
  readonly isGhost: boolean;
  /** The node whose transaction sent the message. */
  parent: TraceNode | null = null;
  readonly children: TraceNode[] = [];
  #bag: Bag | undefined;

  constructor(
    transaction: TransactionInput,
    message: MessageInput | null,
    kind: 'receiver' | 'log' | 'ghost' = 'receiver',
  ) {
    this.transaction = transaction;
    this.message = message;
    this.isLog = kind === 'log';
    this.isGhost = kind === 'ghost';
  }

  /** Where the message was created; without one, or for an external-in one, the transaction's. */
  get lt(): bigint {
    return this.message?.createdLt ?? this.transaction.lt;
  }

  get utime(): number {
    return this.message?.createdAt ?? this.transaction.now;
  }

  /** By what the node is identified: the message, else the transaction. */
  get hash(): string {
    return this.message?.hash ?? this.transaction.hash;
  }

  get isAborted(): boolean {
    return this.isGhost || this.transaction.isAborted;
  }

  /** A cursor at the begin of the body. Throws `BocError`, and `bad_body` when there is none. */
  body(): CellSlice {
    if (this.#bag === undefined) {
      const body = this.message?.body;
      if (body === null || body === undefined) {
        throw new ActionsError('bad_body', 'The message has no body', { message: this.hash });
      }
      if (typeof body === 'function') return body();
      this.#bag = Bag.parse(body, { openingsMax: BODY_OPENINGS_MAX });
    }
    return this.#bag.slice(this.#bag.root);
  }
}
