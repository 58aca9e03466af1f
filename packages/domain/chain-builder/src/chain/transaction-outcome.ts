import type { Cell } from '@tonriver/boc';
import type { AccountAddress, AccountStatus, CurrencyCollection, Hash } from '@tonriver/chain-model';

/** A message that a transaction created, in the order of its lt. */
export type NewMessage = NewInternalMessage | NewExternalMessage;

export interface NewInternalMessage {
  readonly type: 'internal';
  readonly cell: Cell;
  readonly lt: bigint;
  readonly source: AccountAddress;
  readonly destination: AccountAddress;
  readonly value: CurrencyCollection;
  /** The part of the fee for the shards on the way. Nanograms. */
  readonly fwdFee: bigint;
}

interface NewExternalMessage {
  readonly type: 'external_out';
  readonly cell: Cell;
  readonly lt: bigint;
}

/** An account after a transaction. */
export interface AccountAfter {
  readonly status: AccountStatus;
  /** The Account cell; `account_none` if the account does not exist any more. */
  readonly cell: Cell;
  readonly balance: CurrencyCollection;
}

/**
 * The outcome of a transaction, as a block needs it. The transaction was executed, or invented, elsewhere.
 * `readOutcome` reads an outcome from the two cells that an executor returns.
 */
export interface TransactionOutcome {
  readonly account: Hash;
  readonly lt: bigint;
  readonly transaction: Cell;
  readonly totalFees: CurrencyCollection;
  /** Gas of the compute phase; 0 when it was skipped. */
  readonly gasUsed: number;
  readonly newMessages: readonly NewMessage[];
  readonly after: AccountAfter;
}

/** An account before a block. */
export interface AccountRecord extends AccountAfter {
  readonly hash: Hash;
  readonly lastTransHash: Hash;
  readonly lastTransLt: bigint;
  /** The first lt after the last transaction and its messages, which is the earliest for the next transaction. */
  readonly endLt: bigint;
}
