import { Bag, type Cell, writeBag } from '@tonriver/boc';
import { loadShardAccount } from '@tonriver/chain-model';
import { RowBinaryWriter } from '@tonriver/row-schema';
import { accountStateRow } from '../account-states/account-state-row.ts';
import { writePartContent } from './part-content.ts';
import { type PartState, writePartSide } from './part-states.ts';
import { openTransactionPart, type PartReader } from './read-transaction-part.ts';

/** A transaction that no block has, as bags: the transaction, and `ShardAccount` on both of its sides. */
export interface EmulatedTransaction {
  readonly address: { readonly workchain: number; readonly hash: Uint8Array };
  readonly transactionBoc: Uint8Array;
  readonly beforeBoc: Uint8Array;
  readonly afterBoc: Uint8Array;
}

/** A part of transactions of one workchain that no block has. It is sent, and never stored. */
export interface EmulatedPart {
  readonly workchain: number;
  /** As in a row of `transaction_parts` of kind `cells`. */
  readonly content: Uint8Array;
}

/** The shard of a whole workchain. */
const WHOLE = -(2n ** 63n);

/** Writes transactions of one workchain, in their order, with whole states on both sides. */
export function writeEmulatedPart(transactions: readonly EmulatedTransaction[]): Uint8Array {
  const states = new RowBinaryWriter();
  for (const { address, beforeBoc, afterBoc } of transactions) {
    writePartSide(states, stateOf(beforeBoc, address));
    writePartSide(states, stateOf(afterBoc, address));
  }
  const roots = transactions.map(({ transactionBoc }): Cell => {
    const bag = Bag.parse(transactionBoc);
    return bag.toCell(bag.root);
  });
  return writePartContent({ states: states.bytes(), cells: writeBag(roots) });
}

/**
 * Opens a part of emulated transactions as if block 0 of the whole workchain had them.
 *
 * @param seqno the masterchain block after which they were emulated, whose configuration holds
 * @throws as `openTransactionPart`
 */
export function openEmulatedPart({ workchain, content }: EmulatedPart, seqno: number): PartReader {
  return openTransactionPart({
    blockRound: seqno,
    kind: 'cells',
    workchain,
    shard: WHOLE,
    seqno: 0,
    part: 0,
    round: 0,
    firstLt: 0n,
    lastLt: 0n,
    content,
    version: 0n,
  });
}

function stateOf(shardAccountBoc: Uint8Array, { workchain, hash }: EmulatedTransaction['address']): PartState {
  const bag = Bag.parse(shardAccountBoc);
  const { account, lastTransHash: transactionHash, lastTransLt: lt } = loadShardAccount(bag.slice(bag.root));
  const place = { workchain, account: hash, lt, transactionHash, mcBlockSeqno: null, rowVersion: 0 };
  return accountStateRow(bag, account, place);
}
