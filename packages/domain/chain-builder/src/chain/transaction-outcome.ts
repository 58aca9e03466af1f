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
  /** What the shards on the way still get. Nanograms. */
  readonly fwdFee: bigint;
}

interface NewExternalMessage {
  readonly type: 'external_out';
  readonly cell: Cell;
  readonly lt: bigint;
}

/** What a transaction left of its account. */
export interface AccountAfter {
  readonly status: AccountStatus;
  /** The Account cell; `account_none` when the account is gone. */
  readonly cell: Cell;
  readonly balance: CurrencyCollection;
}

/**
 * All that a block needs to know of a transaction that was executed, or made up, somewhere else: its outcome, not the
 * way to it. `describeOutcome` reads one from the two cells that an executor gives back.
 */
export interface TransactionOutcome {
  readonly account: Hash;
  readonly lt: bigint;
  readonly transaction: Cell;
  readonly totalFees: CurrencyCollection;
  readonly newMessages: readonly NewMessage[];
  readonly after: AccountAfter;
}

/** An account as a block finds it. */
export interface AccountRecord extends AccountAfter {
  readonly hash: Hash;
  readonly lastTransHash: Hash;
  readonly lastTransLt: bigint;
  /** The first lt after the last transaction and its messages: the next transaction cannot be earlier. */
  readonly endLt: bigint;
}
