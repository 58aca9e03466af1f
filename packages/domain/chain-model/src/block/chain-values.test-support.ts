import { Cell, CellBuilder } from '@tonriver/boc';
import fc from 'fast-check';
import type { InternalAddress } from '../address/index.ts';
import { type CurrencyCollection, hashToHex } from '../primitives/index.ts';
import type {
  AccountBlock,
  BlockExtra,
  BlockId,
  BlockInfo,
  BlockReference,
  BlockSignatures,
  CryptoSignature,
  FutureSplitMerge,
  GlobalVersion,
  InMessage,
  IntermediateAddress,
  MessageEnvelope,
  OutMessage,
  PreviousBlocks,
  ShardDescription,
  SignaturePair,
  ValueFlow,
} from './index.ts';

/** Arbitrary values of the chain types of a block, whole constructors included that no recorded block has. */

export const uint = (bits: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: 2 ** bits - 1 });
export const uint64: fc.Arbitrary<bigint> = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
export const int32: fc.Arbitrary<number> = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
export const hash: fc.Arbitrary<Uint8Array> = fc.uint8Array({ minLength: 32, maxLength: 32 });
export const coins: fc.Arbitrary<bigint> = fc.bigInt({ min: 0n, max: 2n ** 120n - 1n });

/** A leaf cell: what it holds does not matter, only that it comes back. */
export const leafCell: fc.Arbitrary<Cell> = fc
  .uint8Array({ maxLength: 16 })
  .map((bytes) => new CellBuilder().storeBytes(bytes).endCell());

export const currencies: fc.Arbitrary<CurrencyCollection> = fc.record({
  grams: coins,
  extra: fc
    .uniqueArray(fc.record({ currency: uint(32), amount: fc.bigInt({ min: 1n, max: 2n ** 248n - 1n }) }), {
      maxLength: 3,
      selector: ({ currency }) => currency,
    })
    .map((list) => list.toSorted((left, right) => left.currency - right.currency)),
});

/** Amounts that can be summed up often without leaving their range. */
export const smallCurrencies: fc.Arbitrary<CurrencyCollection> = fc
  .bigInt({ min: 0n, max: 2n ** 100n })
  .map((grams) => ({ grams, extra: [] }));

/** The inline form of a shard description leaves 80 bits of its cell to both amounts. */
const tinyCurrencies: fc.Arbitrary<CurrencyCollection> = uint(24).map((grams) => ({ grams: BigInt(grams), extra: [] }));

export const shard: fc.Arbitrary<bigint> = fc.tuple(fc.integer({ min: 0, max: 60 }), uint64).map(([length, prefix]) => {
  const marker = 1n << BigInt(63 - length);
  return (prefix & ~((marker << 1n) - 1n)) | marker;
});

export const reference: fc.Arbitrary<BlockReference> = fc.record({
  endLt: uint64,
  seqno: uint(32),
  rootHash: hash,
  fileHash: hash,
});

export const blockId: fc.Arbitrary<BlockId> = fc.record({
  workchain: int32,
  shard,
  seqno: uint(32),
  rootHash: hash,
  fileHash: hash,
});

export const globalVersion: fc.Arbitrary<GlobalVersion> = fc.record({ version: uint(32), capabilities: uint64 });

const one = (blocks: readonly BlockReference[]): PreviousBlocks => [blocks[0] as BlockReference];
const both = (blocks: readonly BlockReference[]): PreviousBlocks => [
  blocks[0] as BlockReference,
  blocks[1] as BlockReference,
];

export const blockInfo: fc.Arbitrary<BlockInfo> = fc
  .record({
    version: uint(32),
    notMaster: fc.boolean(),
    afterMerge: fc.boolean(),
    beforeSplit: fc.boolean(),
    afterSplit: fc.boolean(),
    wantSplit: fc.boolean(),
    wantMerge: fc.boolean(),
    keyBlock: fc.boolean(),
    vertSeqnoIncr: fc.boolean(),
    flags: uint(1),
    seqno: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
    vertSeqno: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
    workchain: int32,
    shard,
    genUtime: uint(32),
    startLt: uint64,
    endLt: uint64,
    genValidatorListHashShort: uint(32),
    genCatchainSeqno: uint(32),
    minRefMcSeqno: uint(32),
    prevKeyBlockSeqno: uint(32),
    genSoftware: globalVersion,
    masterRef: reference,
    previous: fc.tuple(reference, reference),
    previousVerticalBlock: reference,
  })
  .map(({ previous, ...info }) => ({
    ...info,
    genSoftware: info.flags === 1 ? info.genSoftware : null,
    masterRef: info.notMaster ? info.masterRef : null,
    previousBlocks: info.afterMerge ? both(previous) : one(previous),
    previousVerticalBlock: info.vertSeqnoIncr ? info.previousVerticalBlock : null,
  }));

export const valueFlow: fc.Arbitrary<ValueFlow> = fc.record({
  fromPrevBlock: currencies,
  toNextBlock: currencies,
  imported: currencies,
  exported: currencies,
  feesCollected: currencies,
  burned: fc.option(currencies),
  feesImported: currencies,
  recovered: currencies,
  created: currencies,
  minted: currencies,
});

const futureSplitMerge: fc.Arbitrary<FutureSplitMerge> = fc.oneof(
  fc.constant({ type: 'none' } as const),
  fc.record({ type: fc.constantFrom('split' as const, 'merge' as const), utime: uint(32), interval: uint(32) }),
);

export const shardDescription: fc.Arbitrary<ShardDescription> = fc.record({
  layout: fc.constantFrom('inline' as const, 'reference' as const),
  seqno: uint(32),
  regMcSeqno: uint(32),
  startLt: uint64,
  endLt: uint64,
  rootHash: hash,
  fileHash: hash,
  beforeSplit: fc.boolean(),
  beforeMerge: fc.boolean(),
  wantSplit: fc.boolean(),
  wantMerge: fc.boolean(),
  nextCatchainUpdated: fc.boolean(),
  nextCatchainSeqno: uint(32),
  nextValidatorShard: uint64,
  minRefMcSeqno: uint(32),
  genUtime: uint(32),
  splitMergeAt: futureSplitMerge,
  feesCollected: tinyCurrencies,
  fundsCreated: tinyCurrencies,
});

export const intermediateAddress: fc.Arbitrary<IntermediateAddress> = fc.oneof(
  fc.record({ type: fc.constant('regular' as const), useDestBits: fc.integer({ min: 0, max: 96 }) }),
  fc.record({
    type: fc.constant('simple' as const),
    workchain: fc.integer({ min: -128, max: 127 }),
    addressPrefix: uint64,
  }),
  fc.record({ type: fc.constant('ext' as const), workchain: int32, addressPrefix: uint64 }),
);

const standardAddress: fc.Arbitrary<InternalAddress> = fc.record({
  type: fc.constant('std' as const),
  anycast: fc.constant(null),
  workchain: fc.integer({ min: -128, max: 127 }),
  hash,
});

export const messageEnvelope: fc.Arbitrary<MessageEnvelope<Cell>> = fc
  .record({
    version: fc.constantFrom(1 as const, 2 as const),
    currentAddress: intermediateAddress,
    nextAddress: intermediateAddress,
    fwdFeeRemaining: coins,
    message: leafCell,
    emittedLt: fc.option(uint64),
    metadata: fc.option(fc.record({ depth: uint(32), initiator: standardAddress, initiatorLt: uint64 })),
  })
  .map((envelope) => (envelope.version === 1 ? { ...envelope, emittedLt: null, metadata: null } : envelope));

const typed = <Type extends string>(type: Type): fc.Arbitrary<Type> => fc.constant(type);
const fees = { fwdFee: coins };

export const inMessage: fc.Arbitrary<InMessage<Cell>> = fc.oneof(
  fc.record({ type: typed('ext'), message: leafCell, transaction: leafCell }),
  fc.record({ type: typed('ihr'), message: leafCell, transaction: leafCell, ihrFee: coins, proofCreated: leafCell }),
  fc.record({ type: typed('imm'), envelope: leafCell, transaction: leafCell, ...fees }),
  fc.record({ type: typed('fin'), envelope: leafCell, transaction: leafCell, ...fees }),
  fc.record({ type: typed('tr'), envelope: leafCell, outEnvelope: leafCell, transitFee: coins }),
  fc.record({ type: typed('discard_fin'), envelope: leafCell, transactionId: uint64, ...fees }),
  fc.record({
    type: typed('discard_tr'),
    envelope: leafCell,
    transactionId: uint64,
    ...fees,
    proofDelivered: leafCell,
  }),
  fc.record({ type: typed('deferred_fin'), envelope: leafCell, transaction: leafCell, ...fees }),
  fc.record({ type: typed('deferred_tr'), envelope: leafCell, outEnvelope: leafCell }),
);

export const outMessage: fc.Arbitrary<OutMessage<Cell>> = fc.oneof(
  fc.record({ type: typed('ext'), message: leafCell, transaction: leafCell }),
  fc.record({ type: typed('imm'), envelope: leafCell, transaction: leafCell, reimport: leafCell }),
  fc.record({ type: typed('new'), envelope: leafCell, transaction: leafCell }),
  fc.record({ type: typed('tr'), envelope: leafCell, imported: leafCell }),
  fc.record({ type: typed('deq'), envelope: leafCell, importBlockLt: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }) }),
  fc.record({
    type: typed('deq_short'),
    envelopeHash: hash,
    nextWorkchain: int32,
    nextAddressPrefix: uint64,
    importBlockLt: uint64,
  }),
  fc.record({ type: typed('tr_req'), envelope: leafCell, imported: leafCell }),
  fc.record({ type: typed('deq_imm'), envelope: leafCell, reimport: leafCell }),
  fc.record({ type: typed('new_defer'), envelope: leafCell, transaction: leafCell }),
  fc.record({ type: typed('deferred_tr'), envelope: leafCell, imported: leafCell }),
);

const simpleSignature = fc.record({ type: typed('simple'), r: hash, s: hash });

export const cryptoSignature: fc.Arbitrary<CryptoSignature> = fc.letrec<{ signature: CryptoSignature }>((tie) => ({
  signature: fc.oneof(
    { maxDepth: 3 },
    simpleSignature,
    fc.record({
      type: typed('chained'),
      certificate: fc.record({ temporaryKey: hash, validSince: uint(32), validUntil: uint(32) }),
      certificateSignature: tie('signature'),
      temporaryKeySignature: simpleSignature,
    }),
  ),
})).signature;

export const signaturePairs: fc.Arbitrary<readonly SignaturePair[]> = fc
  .array(fc.record({ nodeIdShort: hash, signature: cryptoSignature }), { maxLength: 5 })
  .map((pairs) => pairs.map((pair, index) => ({ index, ...pair })));

export const blockSignatures: fc.Arbitrary<BlockSignatures<Cell>> = fc.record({
  validatorListHashShort: uint(32),
  catchainSeqno: uint(32),
  signatureCount: uint(32),
  signatureWeight: uint64,
  signatures: fc.option(leafCell),
  simplex: fc.option(fc.record({ sessionId: hash, slot: uint(32), candidateData: leafCell })),
});

export const accountBlocks: fc.Arbitrary<readonly AccountBlock<Cell>[]> = fc
  .uniqueArray(
    fc.record({
      accountHash: hash,
      transactions: fc
        .uniqueArray(fc.record({ lt: uint64, fees: smallCurrencies, transaction: leafCell }), {
          minLength: 1,
          maxLength: 6,
          selector: ({ lt }) => lt,
        })
        .map((list) => list.toSorted((left, right) => (left.lt < right.lt ? -1 : 1))),
      stateUpdate: leafCell,
    }),
    { maxLength: 8, selector: ({ accountHash }) => hashToHex(accountHash) },
  )
  .map((list) => list.toSorted((left, right) => Buffer.compare(left.accountHash, right.accountHash)));

export const blockExtra: fc.Arbitrary<BlockExtra<Cell>> = fc.record({
  inMessageDescriptors: leafCell,
  outMessageDescriptors: leafCell,
  accountBlocks: leafCell,
  randSeed: hash,
  createdBy: hash,
  custom: fc.option(leafCell),
});

/** Cells as their hashes and bytes as hexadecimal text, so that values can be compared by structure. */
export function comparable(value: unknown): unknown {
  if (value instanceof Cell) return `cell ${hashToHex(value.hash())}`;
  if (value instanceof Uint8Array) return `bytes ${hashToHex(value)}`;
  if (Array.isArray(value)) return value.map(comparable);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, comparable(inner)]));
}
