import { type Bag, type Cell, CellBuilder, serializeTree } from '@tonriver/boc';
import { loadTransaction, storeShardAccount } from '@tonriver/chain-model';
import { hex } from '../bags.ts';
import { RecordingError } from '../recording-error.ts';
import type { ReplayStep } from './replay-chain.ts';

const zeroHash = new Uint8Array(32);
/** `account_none$0 = Account;` */
const accountNone = new CellBuilder().storeBit(0).endCell();

/** What made a transaction, and what it must be: all of it stands in the transaction itself. */
export function stepOf(bag: Bag, cell: number, randomSeed: Uint8Array | null): ReplayStep {
  const { lt, now, accountHash, description, newStateHash } = loadTransaction(bag, cell);
  const name = `${hex(accountHash)} lt ${lt}`;
  const common = {
    name,
    lt,
    now,
    randomSeed,
    transactionHash: hex(bag.hash(cell)),
    accountHash: hex(newStateHash),
    shardAccountHash: null,
  };
  if (description.type === 'tick_tock') return { ...common, cause: { kind: description.isTock ? 'tock' : 'tick' } };
  const messages = bag.slice(bag.ref(cell, 0));
  if (description.type !== 'ord' || !messages.loadBit()) {
    throw new RecordingError('recording_unknown_form', `${name}: a transaction of type ${description.type}`, {
      type: description.type,
    });
  }
  return { ...common, cause: { kind: 'message', messageBoc: serializeTree(bag, messages.loadRef()) } };
}

/** The account's cell with its last transaction. Without them: an account that is not there yet. */
export function shardAccountCell(account: Cell | null, lastTransHash: Uint8Array = zeroHash, lastTransLt = 0n): Cell {
  const builder = new CellBuilder();
  storeShardAccount(builder, { account: account ?? accountNone, lastTransHash, lastTransLt });
  return builder.endCell();
}
