import { Bag, writeBag } from '@tonriver/boc';
import { noAccountHash } from '@tonriver/block-rows';
import { generateWorkload } from '@tonriver/chain-workload';
import {
  buildAccountBlocks,
  cellOf,
  currencyAugmentation,
  hashToHex,
  loadBlock,
  shardToHex,
  storeBlock,
  storeHashmapAugE,
  storeHashUpdate,
  storeTransaction,
} from '@tonriver/chain-model';
import { resolveBlock } from '@tonriver/chain-model/testing';
import { encodeRawBlock, type EventRecord } from '@tonriver/events';
import { handMadeTransactions } from '../hand-made-transactions.ts';

/** Longer than the span of one partition of the store. */
export const farLt = 1_100_000_000_000n;

const workload = generateWorkload({ seed: 'far apart', rounds: 5, accounts: 8, transactionsPerRound: 6 });
export const farApartGlobalId = workload.options.network.globalId;

/**
 * Makes records of a partial block with one transaction at each lt, in the span of its header. The account does not
 * exist before and after, so that all parts of the block are consistent.
 */
export function farApartBlocks(): (lts: readonly bigint[], span: { start: bigint; end: bigint }) => EventRecord {
  const honest = [...workload.rounds()].flatMap(({ blocks }) => blocks).find(({ workchain }) => workchain === 0);
  // Without messages: a partition costs the engine some milliseconds in every table.
  const simple = handMadeTransactions().find(({ parts }) => parts.description.type === 'storage');
  if (honest === undefined || simple === undefined) throw new Error('The chain has no block to start from');
  const bag = Bag.parse(honest.boc);
  const block = resolveBlock(bag, loadBlock(bag));
  const hashes = { oldHash: noAccountHash, newHash: noAccountHash };
  const { accountHash } = simple.parts;
  const fees = { grams: 1n, extra: [] };
  return (lts, { start, end }) => {
    const transactions = lts.map((lt) => {
      const states = { oldStateHash: noAccountHash, newStateHash: noAccountHash };
      return { lt, fees, transaction: cellOf(storeTransaction, { ...simple.parts, ...states, totalFees: fees, lt }) };
    });
    const history = { accountHash, transactions, stateUpdate: cellOf(storeHashUpdate, hashes) };
    const root = cellOf(storeBlock, {
      ...block,
      info: { ...block.info, startLt: start, endLt: end },
      extra: {
        ...block.extra,
        accountBlocks: cellOf(
          (builder, built: ReturnType<typeof buildAccountBlocks>) =>
            storeHashmapAugE(builder, built, currencyAugmentation.store),
          buildAccountBlocks([history]),
        ),
      },
    });
    const { workchain, shard, seqno } = block.info;
    const place = { workchain, shard: shardToHex(shard), seqno, fileHash: null, round: null };
    return encodeRawBlock({ ...place, rootHash: hashToHex(root.hash()), boc: writeBag([root]) });
  };
}
