import type { Bag } from '@tonriver/boc';
import {
  badValue,
  ChainModelError,
  equalBytes,
  type Hash,
  loadHashUpdate,
  type Transaction,
} from '@tonriver/chain-model';

/** What a transaction says of the states around it. The whole transaction would be kept to the end of the block. */
type StateStep = Pick<Transaction, 'lt' | 'prevTransLt' | 'prevTransHash' | 'oldStateHash' | 'newStateHash'>;

/** An account with transactions in a block. */
export interface TouchedAccount {
  readonly account: Hash;
  /** Its first transaction in the block. */
  readonly first: StateStep;
  /** Its last; often the same. */
  last: StateStep;
  /** Hash of the last. */
  lastHash: Hash;
  /** Cell of its `HASH_UPDATE` over the whole block. */
  readonly stateUpdate: number;
}

/**
 * Takes a block's transactions in their order and holds each against the one before it.
 *
 * @throws {ChainModelError} when a transaction does not start where the account's last one ended
 */
export function addStateStep(
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
    const message = 'A transaction does not start with the state that the one before it left';
    throw stateMismatch(account, lt, message);
  }
  known.last = step;
  known.lastHash = hash;
}

/** @throws {ChainModelError} when the block says something else of the account than the account's transactions do */
export function checkStateUpdate(bag: Bag, { account, first, last, stateUpdate }: TouchedAccount): void {
  const slice = bag.slice(stateUpdate);
  const { oldHash, newHash } = loadHashUpdate(slice);
  if (!slice.isEmpty) throw badValue('AccountBlock', 'state_update', slice.remainingBits);
  if (equalBytes(oldHash, first.oldStateHash) && equalBytes(newHash, last.newStateHash)) return;
  throw stateMismatch(account, last.lt, 'The state update of an account is not that of its transactions');
}

/** The error of a block whose parts say different things of an account. */
export function stateMismatch(account: Hash, lt: bigint, message: string): ChainModelError {
  return new ChainModelError('bad_value', message, {
    type: 'Account',
    account: Buffer.from(account).toString('hex'),
    lt,
  });
}
