import { Bag, type Cell, CellBuilder, serializeTree } from '@tonriver/boc';
import { recordedShardAccount } from '@tonriver/recordings';
import { type AccountStatus, loadTransaction } from '@tonriver/chain-model';
import { hex, reading } from '../bags.ts';
import { RecordingError } from '../recording-error.ts';
import type { ReplayStep } from './replay-chain.ts';

/** `account_none$0 = Account;` */
const accountNone = new CellBuilder().storeBit(0).endCell();

/** The cause of a recorded transaction and its expected result, read from itself. Hashes are hexadecimal. */
export interface RecordedTransaction {
  readonly hash: string;
  readonly accountHash: string;
  readonly lt: bigint;
  readonly now: number;
  readonly newStateHash: string;
  readonly statusBefore: AccountStatus;
  readonly statusAfter: AccountStatus;
  readonly previousHash: Uint8Array;
  readonly previousLt: bigint;
  /** Throws `recording_unknown_form` unless a message, a tick or a tock caused the transaction. */
  cause(): ReplayStep['cause'];
}

/** Reads a transaction from a bag. */
export function recordedTransaction(boc: Uint8Array, what = 'the transaction'): RecordedTransaction {
  return reading(what, () => {
    const bag = Bag.parse(boc);
    return transactionIn(bag, bag.root);
  });
}

export function transactionIn(bag: Bag, cell: number): RecordedTransaction {
  const { lt, now, accountHash, description, newStateHash, ...read } = loadTransaction(bag, cell);
  return {
    hash: hex(bag.hash(cell)),
    accountHash: hex(accountHash),
    lt,
    now,
    newStateHash: hex(newStateHash),
    statusBefore: read.origStatus,
    statusAfter: read.endStatus,
    previousHash: read.prevTransHash,
    previousLt: read.prevTransLt,
    cause() {
      if (description.type === 'tick_tock') return { kind: description.isTock ? 'tock' : 'tick' };
      const messages = bag.slice(bag.ref(cell, 0));
      if (description.type === 'ord' && messages.loadBit()) {
        return { kind: 'message', messageBoc: serializeTree(bag, messages.loadRef()) };
      }
      const name = `${hex(accountHash)} lt ${lt}`;
      throw new RecordingError('recording_unknown_form', `${name}: a transaction of type ${description.type}`, {
        type: description.type,
      });
    },
  };
}

/** Reads the cause and the expected result of a transaction from the transaction itself. */
export function stepOf(transaction: RecordedTransaction, randomSeed: Uint8Array | null): ReplayStep {
  const { accountHash, lt, now, hash, newStateHash } = transaction;
  return {
    name: `${accountHash} lt ${lt}`,
    lt,
    now,
    randomSeed,
    transactionHash: hash,
    accountHash: newStateHash,
    shardAccountHash: null,
    cause: transaction.cause(),
    contradictions: [],
  };
}

/** Returns a `ShardAccount` of an account and its last transaction; without them, of an account that does not exist. */
export function shardAccountCell(account: Cell | null, lastTransHash?: Uint8Array, lastTransLt?: bigint): Cell {
  return recordedShardAccount(account ?? accountNone, lastTransHash, lastTransLt);
}

/** Returns a `ShardAccount`; a missing last transaction is taken from the expected transaction. */
export function shardAccountBefore(account: Cell | null, expected: RecordedTransaction | null): Cell {
  return shardAccountCell(account, expected?.previousHash, expected?.previousLt);
}
