import { Bag, type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import { type AccountRecord, type OpenBlock, readOutcome, type TransactionOutcome } from '@tonriver/chain-builder';
import { equalBytes, type Hash, loadShardAccount, storeShardAccount } from '@tonriver/chain-model';
import { DevnetChainError } from '../devnet-chain-error.ts';
import type { Executor, ExecutorCall, ExecutorResult } from './executor.ts';

/** A transaction to run in a block. */
export interface RunOrder {
  readonly account: Hash;
  readonly cause: { readonly kind: 'message'; readonly message: Cell } | { readonly kind: 'tick' | 'tock' };
  /** The transaction must be later: than its message, or than the last internal message of the block. */
  readonly afterLt: bigint;
}

/** What came of a run. It holds as long as the account is as it was before, see `isCurrent`. */
export interface RunResult {
  readonly before: AccountRecord;
  readonly lt: bigint;
  readonly result:
    | { readonly kind: 'transaction'; readonly outcome: TransactionOutcome }
    | Exclude<ExecutorResult, { readonly kind: 'transaction' }>;
}

/**
 * Executes a transaction on an account as it is in the block now.
 *
 * @throws {DevnetChainError} `bad_outcome` when the executor returned another transaction than was asked for
 */
export async function runTransaction(block: OpenBlock, executor: Executor, order: RunOrder): Promise<RunResult> {
  const before = block.account(order.account);
  const lt = block.nextLt(order.account, order.afterLt);
  const call = { shardAccountBoc: shardAccountBoc(before), cause: causeOf(order), lt };
  const result = await executor({ ...call, randomSeed: block.frame.randSeed });
  if (result.kind !== 'transaction') return { before, lt, result };
  return { before, lt, result: { kind: 'transaction', outcome: outcomeOf(order.account, lt, result) } };
}

/** Tells whether a run would give the same result again: the account and its next lt have not changed. */
export function isCurrent({ before, lt }: RunResult, block: OpenBlock, { account, afterLt }: RunOrder): boolean {
  const now = block.account(account);
  if (now.lastTransLt !== before.lastTransLt || !equalBytes(now.lastTransHash, before.lastTransHash)) return false;
  return block.nextLt(account, afterLt) === lt;
}

/** Returns `ShardAccount` as a bag of cells. */
export function shardAccountBoc({ cell, lastTransHash, lastTransLt }: AccountRecord): Uint8Array {
  const builder = new CellBuilder();
  storeShardAccount(builder, { account: cell, lastTransHash, lastTransLt });
  return writeBag([builder.endCell()], { crc: false });
}

function causeOf({ cause }: RunOrder): ExecutorCall['cause'] {
  if (cause.kind !== 'message') return cause;
  return { kind: 'message', messageBoc: writeBag([cause.message], { crc: false }) };
}

function outcomeOf(
  account: Hash,
  lt: bigint,
  result: Extract<ExecutorResult, { readonly kind: 'transaction' }>,
): TransactionOutcome {
  const after = Bag.parse(result.shardAccountBoc);
  const outcome = readOutcome(
    Bag.parse(result.transactionBoc),
    after.toCell(loadShardAccount(after.slice(after.root)).account),
  );
  if (outcome.lt === lt && equalBytes(outcome.account, account)) return outcome;
  const fields = { lt: outcome.lt, expectedLt: lt };
  throw new DevnetChainError('bad_outcome', 'The executor returned another transaction than was asked for', fields);
}
