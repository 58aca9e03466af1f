import type { Bag } from '@tonriver/boc';
import {
  type Block,
  forEachInMessage,
  forEachOutMessage,
  forEachTransaction,
  type InMessage,
  loadAccountBlocks,
  loadBlock,
  loadBlockMasterchainExtra,
  loadInMessage,
  loadMerkleUpdate,
  loadShardDescriptions,
  loadShardFees,
  loadValueFlow,
  type OutMessage,
} from '@tonriver/chain-model';
import { loadSignaturePairs, loadWhole } from '@tonriver/chain-model/testing';
import type { Attempt } from './attempt.ts';
import { readConfig, readEnvelope, readMessage, readTransaction } from './read-parts.ts';
import { readState } from './read-state.ts';

/** Cells under descriptors that are read, too; walks themselves go to the end. */
const leavesMax = 300;

/** All parts of a block; undefined when the block itself is refused. */
export function readBlock(attempt: Attempt, bag: Bag, cell: number): Block | undefined {
  const block = attempt('block', () => loadBlock(bag, cell));
  if (block === undefined) return undefined;
  attempt('value flow', () => loadWhole(bag.slice(block.valueFlow), loadValueFlow, 'ValueFlow'));
  readDescriptors(attempt, bag, block);
  readAccountBlocks(attempt, bag, block);
  readMasterchainExtra(attempt, bag, block);
  const update = attempt('state update', () => loadMerkleUpdate(bag, block.stateUpdate));
  if (update !== undefined) {
    readState(attempt, bag, update.oldRoot);
    readState(attempt, bag, update.newRoot);
  }
  return block;
}

function readDescriptors(attempt: Attempt, bag: Bag, { extra }: Block): void {
  const found: (InMessage | OutMessage)[] = [];
  const keep = ({ value }: { readonly value: InMessage | OutMessage }): void => {
    if (found.length < leavesMax) found.push(value);
  };
  attempt('in descriptors', () => forEachInMessage(bag, extra.inMessageDescriptors, keep));
  attempt('out descriptors', () => forEachOutMessage(bag, extra.outMessageDescriptors, keep));
  for (const value of found) {
    if ('message' in value) readMessage(attempt, bag, value.message);
    if ('envelope' in value) readEnvelope(attempt, bag, value.envelope);
    if ('imported' in value) attempt('imported', () => loadWhole(bag.slice(value.imported), loadInMessage, 'InMsg'));
    if ('reimport' in value) attempt('reimport', () => loadWhole(bag.slice(value.reimport), loadInMessage, 'InMsg'));
  }
}

function readAccountBlocks(attempt: Attempt, bag: Bag, block: Block): void {
  attempt('account blocks', () => loadAccountBlocks(bag, block.extra.accountBlocks));
  const cells = new Set<number>();
  attempt('transactions', () =>
    forEachTransaction(bag, block, (_account, _lt, cell) => {
      cells.add(cell);
    }),
  );
  for (const cell of cells) readTransaction(attempt, bag, cell);
}

function readMasterchainExtra(attempt: Attempt, bag: Bag, block: Block): void {
  const extra = attempt('masterchain extra', () => loadBlockMasterchainExtra(bag, block));
  if (extra === undefined || extra === null) return;
  attempt('shards', () => loadShardDescriptions(bag, extra.shardHashes));
  attempt('shard fees', () => loadShardFees(bag, extra.shardFees.root));
  attempt('signatures of the previous block', () => loadSignaturePairs(bag, extra.previousBlockSignatures));
  for (const message of [extra.recoverCreateMessage, extra.mintMessage]) {
    if (message !== null) attempt('special message', () => loadWhole(bag.slice(message), loadInMessage, 'InMsg'));
  }
  if (extra.config !== null) readConfig(attempt, bag, extra.config.config);
}
