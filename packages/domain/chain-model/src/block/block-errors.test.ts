import { describe, expect, it } from '@jest/globals';
import { Bag, BocError, type Cell, CellBuilder, type CellSlice } from '@tonriver/boc';
import fc from 'fast-check';
import { ChainModelError, type ChainModelErrorCode } from '../errors.ts';
import { loadConfigEntries, loadConfigParameter } from '../config/index.ts';
import { storeHashmapAugE } from '../dictionary/index.ts';
import * as arbitrary from './chain-values.test-support.ts';
import {
  type AccountBlock,
  buildAccountBlocks,
  buildShardHashes,
  cellOf,
  currencyAugmentation,
  forEachInMessage,
  forEachOutMessage,
  loadAccountBlocks,
  loadBlock,
  loadInMessage,
  loadMerkleProof,
  loadMerkleUpdate,
  loadMessageEnvelope,
  loadOutMessage,
  loadShardFees,
  loadValueFlow,
  storeMessageEnvelope,
} from './index.ts';
import { forEachAccountTransaction } from './account-block.ts';
import { loadBlockExtra, storeBlockExtra } from './block-extra.ts';
import { loadBlockInfo, storeBlockInfo } from './block-info.ts';
import { loadBlockProof } from './block-proof.ts';
import { loadBlockSignatures } from './block-signatures.ts';
import { loadBlockParts } from './block.ts';
import { loadWhole } from './inner-cell.ts';
import { loadIntermediateAddress } from './intermediate-address.ts';
import { loadMasterchainBlockExtra } from './masterchain-block-extra.ts';
import { loadShardDescription, storeShardDescription } from './shard-description.ts';
import { forEachShardTop } from './shard-hashes.ts';
import { loadShardIdent } from './shard-ident.ts';
import { loadSignaturePairs } from './signature-pairs.ts';

const emptyCell = new CellBuilder().endCell();

/** One value of an arbitrary, always the same one. */
const example = <Value>(values: fc.Arbitrary<Value>): Value => fc.sample(values, { numRuns: 1, seed: 7 })[0] as Value;

function sliceOf(build: (builder: CellBuilder) => void): CellSlice {
  const builder = new CellBuilder();
  build(builder);
  const bag = Bag.of(builder.endCell());
  return bag.slice(bag.root);
}

function expectRefused(code: ChainModelErrorCode, action: () => unknown): void {
  let caught: unknown;
  try {
    action();
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(ChainModelError);
  expect((caught as ChainModelError).code).toBe(code);
}

describe('what is no block', () => {
  it('is refused by its tag', () => {
    const zeros = (): CellSlice => sliceOf((builder) => builder.storeUint(0, 256).storeUint(0, 256));
    const loaders: readonly ((slice: CellSlice) => unknown)[] = [
      loadBlockParts,
      loadBlockInfo,
      loadBlockExtra,
      loadValueFlow,
      loadMasterchainBlockExtra,
      loadMessageEnvelope,
      loadShardDescription,
      loadBlockProof,
      loadBlockSignatures,
    ];
    for (const load of loaders) expectRefused('bad_tag', () => load(zeros()));
    expectRefused('bad_tag', () => loadShardIdent(sliceOf((builder) => builder.storeUint(1, 2).storeUint(0, 102))));
    expectRefused('bad_tag', () => loadInMessage(sliceOf((builder) => builder.storeUint(0b00110, 5))));
    expectRefused('bad_tag', () => loadOutMessage(sliceOf((builder) => builder.storeUint(0b10111, 5))));
  });

  it('is refused when a field is out of its range', () => {
    const info = { ...example(arbitrary.blockInfo), notMaster: false, masterRef: null };
    const bytesOf = (change: object): Cell => cellOf(storeBlockInfo, { ...info, ...change });
    expectRefused('bad_value', () => bytesOf({ flags: 2 }));
    expectRefused('bad_value', () => bytesOf({ seqno: 0 }));
    expectRefused('bad_value', () => bytesOf({ notMaster: true }));
    expectRefused('bad_value', () => bytesOf({ vertSeqnoIncr: true, vertSeqno: 0 }));
    expectRefused('bad_value', () => bytesOf({ genSoftware: null, flags: 1 }));
    expectRefused('bad_value', () => bytesOf({ afterMerge: true, previousBlocks: [example(arbitrary.reference)] }));
    expectRefused('bad_value', () => bytesOf({ shard: 1n }));
    expectRefused('bad_value', () => loadShardIdent(sliceOf((builder) => builder.storeUint(61, 8).storeUint(0, 96))));
    // A prefix of one bit with a bit set behind its end marker.
    expectRefused('bad_value', () =>
      loadShardIdent(
        sliceOf((builder) =>
          builder
            .storeUint(1, 8)
            .storeUint(0, 32)
            .storeUint(1n << 61n, 64),
        ),
      ),
    );
    expectRefused('bad_value', () => loadIntermediateAddress(sliceOf((builder) => builder.storeUint(97, 8))));
    const envelope = example(arbitrary.messageEnvelope);
    expectRefused('bad_value', () => cellOf(storeMessageEnvelope, { ...envelope, version: 1, emittedLt: 1n }));
  });

  it('is refused when an ordinary cell poses as a Merkle cell, whose hashes nobody would check', () => {
    const hash = new Uint8Array(32);
    const proof = Bag.of(
      new CellBuilder().storeUint(3, 8).storeBytes(hash).storeUint(0, 16).storeRef(emptyCell).endCell(),
    );
    expectRefused('bad_value', () => loadMerkleProof(proof, proof.root));
    const update = new CellBuilder().storeUint(4, 8).storeBytes(hash).storeBytes(hash).storeUint(0, 32);
    const updateBag = Bag.of(update.storeRef(emptyCell).storeRef(emptyCell).endCell());
    expectRefused('bad_value', () => loadMerkleUpdate(updateBag, updateBag.root));
  });

  it('is refused when something is left behind it', () => {
    const info = example(arbitrary.blockInfo);
    const bag = Bag.of(
      cellOf((builder) => {
        storeBlockInfo(builder, info);
        builder.storeBit(1);
      }, null),
    );
    expectRefused('trailing_data', () => loadWhole(bag.slice(bag.root), loadBlockInfo, 'BlockInfo'));
  });

  it('is refused when header and masterchain part contradict each other', () => {
    const extra = { ...example(arbitrary.blockExtra), custom: null };
    const info = { ...example(arbitrary.blockInfo), notMaster: false, masterRef: null };
    const builder = new CellBuilder().storeUint(0x11ef55aa, 32).storeInt(-239, 32);
    builder.storeRef(cellOf(storeBlockInfo, info)).storeRef(emptyCell).storeRef(emptyCell);
    const bag = Bag.of(builder.storeRef(cellOf(storeBlockExtra, extra)).endCell());
    expectRefused('bad_value', () => loadBlock(bag));
  });

  it('is refused when an account block stands under the key of another account', () => {
    const block: AccountBlock<Cell> = {
      accountHash: new Uint8Array(32).fill(0x5a),
      transactions: [{ lt: 1n, fees: { grams: 0n, extra: [] }, transaction: emptyCell }],
      stateUpdate: emptyCell,
    };
    const built = buildAccountBlocks([block]);
    const root = built.root as Cell;
    // The key is the label of the only leaf: `10` and nine bits of length in front of 256 bits.
    const labelHeadBits = 11;
    const rest = Bag.of(root).slice(0);
    rest.skipBits(labelHeadBits + 256);
    const moved = new CellBuilder().storeBits(root.bits, labelHeadBits).storeBytes(new Uint8Array(32).fill(0xa5));
    const dictionary = { root: moved.storeSlice(rest).endCell(), extra: built.extra };
    const bag = Bag.of(cellOf((builder) => storeHashmapAugE(builder, dictionary, currencyAugmentation.store), null));
    expectRefused('bad_value', () => loadAccountBlocks(bag, bag.root));
    expectRefused('bad_value', () => forEachAccountTransaction(bag, bag.root, () => undefined));
  });

  it('is refused when the shards of a workchain leave a gap or overlap', () => {
    const description = example(arbitrary.shardDescription);
    const top = (shard: bigint) => ({ workchain: 0, shard, description });
    expectRefused('bad_value', () => buildShardHashes([top(1n << 62n)]));
    expectRefused('bad_value', () => buildShardHashes([top(1n << 63n), top(1n << 63n)]));
    expectRefused('bad_value', () => buildShardHashes([top(1n << 63n), top(1n << 62n)]));
  });

  it('is refused when its tree of shards is deeper than a shard prefix or shares its branches', () => {
    const description = Bag.of(cellOf(storeShardDescription, example(arbitrary.shardDescription)));
    let tree = new CellBuilder().storeBit(0).storeSlice(description.slice(description.root)).endCell();
    const depths: ChainModelErrorCode[] = [];
    for (let depth = 1; depth <= 62; depth++) {
      tree = new CellBuilder().storeBit(1).storeRef(tree).storeRef(tree).endCell();
      // Key 0 of 32 bits as `same` label: 11, bit 0, length 32 in six bits.
      const root = new CellBuilder().storeUint(0b110, 3).storeUint(32, 6).storeRef(tree).endCell();
      const bag = Bag.of(root);
      try {
        forEachShardTop(bag, bag.root, () => undefined);
      } catch (error) {
        expect(error).toBeInstanceOf(ChainModelError);
        depths.push((error as ChainModelError).code);
      }
    }
    // Two equal branches per level: more shards than cells from depth 4 on, or refused for their depth.
    expect(depths.length).toBeGreaterThan(55);
    expect(new Set(depths)).toEqual(new Set(['bad_value']));
  });
});

/** Tags in front of some cells, so that not everything fails at its first bits. */
const knownTags = [
  { value: 0x11ef55aa, bits: 32 },
  { value: 0x9bc7a987, bits: 32 },
  { value: 0xb8e48dfb, bits: 32 },
  { value: 0x4a33f6fd, bits: 32 },
  { value: 0xcca5, bits: 16 },
  { value: 0xc3, bits: 8 },
  { value: 0x12, bits: 8 },
] as const;

/** Random trees of cells: hostile input that is at least a bag of cells. */
const randomTree: fc.Arbitrary<Cell> = fc.letrec<{ cell: Cell }>((tie) => ({
  cell: fc
    .tuple(
      fc.uint8Array({ maxLength: 127 }),
      fc.oneof({ maxDepth: 5 }, fc.constant([]), fc.array(tie('cell'), { maxLength: 4 })),
      fc.option(fc.constantFrom(...knownTags)),
    )
    .map(([bytes, references, tag]) => {
      const builder = new CellBuilder();
      if (tag !== null) builder.storeUint(tag.value, tag.bits);
      builder.storeBytes(bytes.subarray(0, 120));
      for (const reference of references) builder.storeRef(reference);
      return builder.endCell();
    }),
})).cell;

describe('random cells', () => {
  it('are read, or refused with a typed error', () => {
    const readers: readonly ((bag: Bag) => unknown)[] = [
      loadBlock,
      (bag) => loadBlockInfo(bag.slice(bag.root)),
      (bag) => loadValueFlow(bag.slice(bag.root)),
      (bag) => loadMasterchainBlockExtra(bag.slice(bag.root)),
      (bag) => loadMessageEnvelope(bag.slice(bag.root)),
      (bag) => loadShardDescription(bag.slice(bag.root)),
      (bag) => loadBlockProof(bag.slice(bag.root)),
      (bag) => loadBlockSignatures(bag.slice(bag.root)),
      (bag) => loadAccountBlocks(bag, bag.root),
      (bag) => forEachAccountTransaction(bag, bag.root, () => undefined),
      (bag) => forEachInMessage(bag, bag.root, () => undefined),
      (bag) => forEachOutMessage(bag, bag.root, () => undefined),
      (bag) => forEachShardTop(bag, bag.root, () => undefined),
      (bag) => loadShardFees(bag, bag.root),
      (bag) => loadSignaturePairs(bag, bag.root),
      (bag) => loadMerkleUpdate(bag, bag.root),
      (bag) => loadMerkleProof(bag, bag.root),
      (bag) => loadConfigEntries(bag, bag.root),
      ...([0, 5, 9, 11, 12, 18, 20, 22, 28, 29, 30, 34, 39, 43, 44, 45, 71, 79] as const).map(
        (parameter) => (bag: Bag) => loadConfigParameter(bag, bag.root, parameter),
      ),
    ];
    let refused = 0;
    fc.assert(
      fc.property(randomTree, (tree) => {
        const bag = Bag.of(tree);
        for (const read of readers) {
          try {
            read(bag);
          } catch (error) {
            if (!(error instanceof ChainModelError) && !(error instanceof BocError)) throw error;
            refused++;
          }
        }
      }),
      { numRuns: 500 },
    );
    expect(refused).toBeGreaterThan(0);
  });
});
