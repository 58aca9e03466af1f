import type { Bag } from '@tonriver/boc';
import type { PartState } from '../parts/part-states.ts';
import {
  badValue,
  ChainModelError,
  equalBytes,
  type Hash,
  loadHashUpdate,
  type Transaction,
} from '@tonriver/chain-model';

/** The fields of a transaction about the states before and after it. Only they are kept to the end of the block. */
type StateStep = Pick<Transaction, 'lt' | 'prevTransLt' | 'prevTransHash' | 'oldStateHash' | 'newStateHash'>;

/** An account with transactions in a block. */
export interface TouchedAccount {
  readonly account: Hash;
  /** Its first transaction in the block. */
  readonly first: StateStep;
  /** Its last transaction, which is often also the first. */
  last: StateStep;
  /** Hash of the last transaction. */
  lastHash: Hash;
  /** Cell of its `HASH_UPDATE` for the whole block. */
  readonly stateUpdate: number;
  /** The states before the first and after the last transaction, when the block shows them. */
  before?: PartState;
  after?: PartState;
}

/**
 * Adds a transaction to the list of touched accounts. Transactions must come in the order of the block.
 *
 * @throws {ChainModelError} when a transaction does not start with the state that the account's previous one left
 */
export function addToTouchedAccounts(
  touched: TouchedAccount[],
  transaction: Transaction,
  hash: Hash,
  stateUpdate: number,
): void {
  const { accountHash: account, lt, prevTransLt, prevTransHash, oldStateHash, newStateHash } = transaction;
  const step: StateStep = { lt, prevTransLt, prevTransHash, oldStateHash, newStateHash };
  const known = touched[touched.length - 1];
  if (known === undefined || !equalBytes(known.account, account)) {
    touched.push({ account, first: step, last: step, lastHash: hash, stateUpdate });
    return;
  }
  if (!equalBytes(known.last.newStateHash, oldStateHash)) {
    const message = "A transaction does not start with the state that the account's previous transaction left";
    throw stateMismatch(account, lt, message);
  }
  known.last = step;
  known.lastHash = hash;
}

/** @throws {ChainModelError} when the account's state update in the block contradicts the account's transactions */
export function checkStateUpdate(bag: Bag, { account, first, last, stateUpdate }: TouchedAccount): void {
  const slice = bag.slice(stateUpdate);
  const { oldHash, newHash } = loadHashUpdate(slice);
  if (!slice.isEmpty) throw badValue('AccountBlock', 'state_update', slice.remainingBits);
  if (equalBytes(oldHash, first.oldStateHash) && equalBytes(newHash, last.newStateHash)) return;
  throw stateMismatch(account, last.lt, 'The state update of an account contradicts its transactions');
}

/** Returns the error for a block whose parts contradict each other about an account. */
export function stateMismatch(account: Hash, lt: bigint, message: string): ChainModelError {
  return new ChainModelError('bad_value', message, {
    type: 'Account',
    account: Buffer.from(account).toString('hex'),
    lt,
  });
}
