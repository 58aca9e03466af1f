import { describe, expect, it } from '@jest/globals';
import { Bag, type Cell, type CellBuilder, type CellSlice } from '@tonriver/boc';
import fc from 'fast-check';
import { storeHashmapAugE } from '../dictionary/index.ts';
import * as arbitrary from './chain-values.test-support.ts';
import {
  type Block,
  buildAccountBlocks,
  buildInMessageDescriptors,
  buildOutMessageDescriptors,
  buildShardFees,
  buildShardHashes,
  cellOf,
  currencyAugmentation,
  forEachInMessage,
  forEachOutMessage,
  importFeesAugmentation,
  type InMessageEntry,
  loadAccountBlocks,
  loadAccountBlocksRoot,
  loadBlock,
  loadInMessage,
  loadMessageEnvelope,
  loadOutMessage,
  loadShardDescriptions,
  loadShardFees,
  loadValueFlow,
  type MasterchainBlockExtra,
  type OutMessageEntry,
  shardChildren,
  type ShardTop,
  storeBlock,
  storeInMessage,
  storeMasterchainBlockExtra,
  storeMessageEnvelope,
  storeValueFlow,
  WHOLE_SHARD,
} from './index.ts';
import { accountBlockFees, forEachAccountTransaction, resolveAccountBlock } from './account-block.ts';
import { loadBlockExtra, resolveBlockExtra, storeBlockExtra } from './block-extra.ts';
import { loadBlockId, storeBlockId } from './block-id.ts';
import { loadBlockInfo, storeBlockInfo } from './block-info.ts';
import { loadBlockProof, resolveBlockProof, storeBlockProof } from './block-proof.ts';
import { loadBlockSignatures, resolveBlockSignatures, storeBlockSignatures } from './block-signatures.ts';
import { resolveBlock } from './block.ts';
import { loadGlobalVersion, storeGlobalVersion } from './global-version.ts';
import { resolveInMessage } from './in-message.ts';
import { loadWhole } from './inner-cell.ts';
import { loadIntermediateAddress, storeIntermediateAddress } from './intermediate-address.ts';
import { loadMasterchainBlockExtra, resolveMasterchainBlockExtra } from './masterchain-block-extra.ts';
import { resolveMessageEnvelope } from './message-envelope.ts';
import { resolveOutMessage, storeOutMessage } from './out-message.ts';
import { loadShardDescription, storeShardDescription } from './shard-description.ts';
import { loadShardIdent, storeShardIdent } from './shard-ident.ts';
import { buildSignaturePairs, loadSignaturePairs } from './signature-pairs.ts';

const { comparable } = arbitrary;

/** A type is read as it was written; what it has in cells is compared by hash. */
function expectToComeBack<Written, Read>(
  values: fc.Arbitrary<Written>,
  store: (builder: CellBuilder, value: Written) => void,
  load: (slice: CellSlice) => Read,
  resolve: (bag: Bag, value: Read) => unknown = (_bag, value) => value,
): void {
  fc.assert(
    fc.property(values, (value) => {
      const bag = Bag.of(cellOf(store, value));
      const read = loadWhole(bag.slice(bag.root), load, 'value');
      expect(comparable(resolve(bag, read))).toEqual(comparable(value));
    }),
    { numRuns: 200 },
  );
}

describe('types of a block', () => {
  it('come back as they were written', () => {
    expectToComeBack(
      fc.record({ workchain: arbitrary.int32, shard: arbitrary.shard }),
      storeShardIdent,
      loadShardIdent,
    );
    expectToComeBack(arbitrary.blockId, storeBlockId, loadBlockId);
    expectToComeBack(arbitrary.globalVersion, storeGlobalVersion, loadGlobalVersion);
    expectToComeBack(arbitrary.blockInfo, storeBlockInfo, loadBlockInfo);
    expectToComeBack(arbitrary.valueFlow, storeValueFlow, loadValueFlow);
    expectToComeBack(arbitrary.shardDescription, storeShardDescription, loadShardDescription);
    expectToComeBack(arbitrary.intermediateAddress, storeIntermediateAddress, loadIntermediateAddress);
    expectToComeBack(arbitrary.messageEnvelope, storeMessageEnvelope, loadMessageEnvelope, resolveMessageEnvelope);
    expectToComeBack(arbitrary.inMessage, storeInMessage, loadInMessage, resolveInMessage);
    expectToComeBack(arbitrary.outMessage, storeOutMessage, loadOutMessage, resolveOutMessage);
    expectToComeBack(arbitrary.blockExtra, storeBlockExtra, loadBlockExtra, resolveBlockExtra);
    expectToComeBack(arbitrary.blockSignatures, storeBlockSignatures, loadBlockSignatures, resolveBlockSignatures);
    const proof = fc.record({
      proofFor: arbitrary.blockId,
      root: arbitrary.leafCell,
      signatures: fc.option(arbitrary.leafCell),
    });
    expectToComeBack(proof, storeBlockProof, loadBlockProof, resolveBlockProof);
  });

  it('come back inside whole blocks, masterchain part exactly where the header says', () => {
    const blocks: fc.Arbitrary<Block<Cell>> = fc
      .record({
        globalId: arbitrary.int32,
        info: arbitrary.blockInfo,
        valueFlow: arbitrary.leafCell,
        stateUpdate: arbitrary.leafCell,
        extra: arbitrary.blockExtra,
        custom: arbitrary.leafCell,
      })
      .map(({ custom, ...block }) => ({
        ...block,
        extra: { ...block.extra, custom: block.info.notMaster ? null : custom },
      }));
    expectToComeBack(blocks, storeBlock, (slice) => skipTo(slice, loadBlock(slice.bag)), resolveBlock);
    const extras: fc.Arbitrary<MasterchainBlockExtra<Cell>> = fc
      .record({
        keyBlock: fc.boolean(),
        shardHashes: fc.option(arbitrary.leafCell),
        shardFees: fc.record({
          root: fc.option(arbitrary.leafCell),
          extra: fc.record({ fees: arbitrary.currencies, create: arbitrary.currencies }),
        }),
        previousBlockSignatures: fc.option(arbitrary.leafCell),
        recoverCreateMessage: fc.option(arbitrary.leafCell),
        mintMessage: fc.option(arbitrary.leafCell),
        config: fc.record({ configAddress: arbitrary.hash, config: arbitrary.leafCell }),
      })
      // A cell has four references: with all currencies, shards and a configuration there is one too many.
      .map((extra) => ({
        ...extra,
        shardFees: { ...extra.shardFees, extra: { ...extra.shardFees.extra, create: { grams: 1n, extra: [] } } },
        shardHashes: extra.keyBlock ? null : extra.shardHashes,
        config: extra.keyBlock ? { ...extra.config } : null,
      }))
      .filter(
        (extra) => !extra.keyBlock || extra.shardFees.extra.fees.extra.length === 0 || extra.shardFees.root === null,
      );
    expectToComeBack(extras, storeMasterchainBlockExtra, loadMasterchainBlockExtra, resolveMasterchainBlockExtra);
  });
});

/** `loadBlock` takes a bag: the slice that the property reads is stepped over. */
function skipTo<Value>(slice: CellSlice, value: Value): Value {
  slice.skipBits(slice.remainingBits);
  slice.skipRefs(slice.remainingRefs);
  return value;
}

describe('dictionaries of a block', () => {
  it('account blocks come back with their sums, in the order of addresses and lt', () => {
    fc.assert(
      fc.property(arbitrary.accountBlocks, (blocks) => {
        const built = buildAccountBlocks(blocks);
        const bag = Bag.of(
          cellOf((builder, value: typeof built) => storeHashmapAugE(builder, value, currencyAugmentation.store), built),
        );
        const read = loadAccountBlocks(bag, bag.root).map((block) => resolveAccountBlock(bag, block));
        expect(comparable(read)).toEqual(comparable(blocks));
        const sum = blocks.map(accountBlockFees).reduce((total, { grams }) => total + grams, 0n);
        expect(loadAccountBlocksRoot(bag, bag.root).extra.grams).toBe(sum);
        const visited: unknown[] = [];
        forEachAccountTransaction(bag, bag.root, (accountHash, lt, cell) => {
          visited.push(comparable([accountHash.slice(), lt, bag.toCell(cell)]));
        });
        const expected = blocks.flatMap(({ accountHash, transactions }) =>
          transactions.map(({ lt, transaction }) => comparable([accountHash, lt, transaction])),
        );
        expect(visited).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('message descriptors come back with their sums', () => {
    const byHash = <Entry extends { readonly messageHash: Uint8Array }>(list: Entry[]): Entry[] =>
      list.toSorted((left, right) => Buffer.compare(left.messageHash, right.messageHash));
    const inEntries: fc.Arbitrary<InMessageEntry<Cell>[]> = fc
      .array(
        fc.record({
          messageHash: arbitrary.hash,
          fees: fc.record({
            feesCollected: fc.bigInt({ min: 0n, max: 2n ** 100n }),
            valueImported: arbitrary.smallCurrencies,
          }),
          value: arbitrary.inMessage,
        }),
        { maxLength: 8 },
      )
      .map(byHash);
    const outEntries: fc.Arbitrary<OutMessageEntry<Cell>[]> = fc
      .array(
        fc.record({ messageHash: arbitrary.hash, exported: arbitrary.smallCurrencies, value: arbitrary.outMessage }),
        { maxLength: 8 },
      )
      .map(byHash);
    fc.assert(
      fc.property(inEntries, outEntries, (incoming, outgoing) => {
        const builtIn = buildInMessageDescriptors(incoming);
        const builtOut = buildOutMessageDescriptors(outgoing);
        const inBag = Bag.of(
          cellOf((builder) => storeHashmapAugE(builder, builtIn, importFeesAugmentation.store), null),
        );
        const outBag = Bag.of(
          cellOf((builder) => storeHashmapAugE(builder, builtOut, currencyAugmentation.store), null),
        );
        const readIn: unknown[] = [];
        const readOut: unknown[] = [];
        forEachInMessage(inBag, inBag.root, (entry) => {
          readIn.push(comparable({ ...entry, value: resolveInMessage(inBag, entry.value) }));
        });
        forEachOutMessage(outBag, outBag.root, (entry) => {
          readOut.push(comparable({ ...entry, value: resolveOutMessage(outBag, entry.value) }));
        });
        expect(readIn).toEqual(incoming.map(comparable));
        expect(readOut).toEqual(outgoing.map(comparable));
        const collected = incoming.reduce((sum, { fees }) => sum + fees.feesCollected, 0n);
        expect(builtIn.extra.feesCollected).toBe(collected);
      }),
      { numRuns: 100 },
    );
  });

  it('shard hashes come back whatever way the workchains are split', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(arbitrary.int32, { maxLength: 3 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        fc.array(arbitrary.shardDescription, { minLength: 1, maxLength: 4 }),
        (workchains, splits, descriptions) => {
          const tops: ShardTop[] = workchains.flatMap((workchain) =>
            splitShards(splits).map((shard, index) => ({
              workchain,
              shard,
              // As on the chain, no two shards have the same newest block.
              description: {
                ...(descriptions[index % descriptions.length] as ShardTop['description']),
                seqno: index,
                genUtime: workchain >>> 0,
              },
            })),
          );
          const root = buildShardHashes(tops.toReversed());
          const bag = Bag.of(root ?? cellOf(() => undefined, null));
          const read = loadShardDescriptions(bag, root === null ? null : bag.root);
          const inOrder = tops.toSorted(
            (left, right) => (left.workchain >>> 0) - (right.workchain >>> 0) || (left.shard < right.shard ? -1 : 1),
          );
          expect(read).toHaveLength(tops.length);
          expect(comparable(read)).toEqual(comparable(inOrder));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('shard fees and signatures come back', () => {
    const fees = fc.uniqueArray(
      fc.record({
        workchain: arbitrary.int32,
        shard: arbitrary.shard,
        fees: arbitrary.smallCurrencies,
        create: arbitrary.smallCurrencies,
      }),
      { maxLength: 6, selector: ({ workchain, shard }) => `${workchain} ${shard}` },
    );
    fc.assert(
      fc.property(fees, arbitrary.signaturePairs, (entries, pairs) => {
        const { root } = buildShardFees(entries);
        const inOrder = entries.toSorted(
          (left, right) => (left.workchain >>> 0) - (right.workchain >>> 0) || (left.shard < right.shard ? -1 : 1),
        );
        if (root !== null) {
          const bag = Bag.of(root);
          expect(comparable(loadShardFees(bag, bag.root))).toEqual(comparable(inOrder));
        }
        const signatures = buildSignaturePairs(pairs);
        if (signatures !== null) {
          const bag = Bag.of(signatures);
          expect(comparable(loadSignaturePairs(bag, bag.root))).toEqual(comparable(pairs));
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** The shards of a workchain after splitting the one at each of these positions in turn. */
function splitShards(splits: readonly number[]): readonly bigint[] {
  let shards: readonly bigint[] = [WHOLE_SHARD];
  for (const split of splits) {
    const position = split % shards.length;
    shards = shards.flatMap((shard, index) => (index === position ? shardChildren(shard) : [shard]));
  }
  return shards;
}
