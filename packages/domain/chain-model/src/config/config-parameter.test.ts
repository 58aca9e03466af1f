import { describe, expect, it } from '@jest/globals';
import { Bag, CellBuilder } from '@tonriver/boc';
import fc from 'fast-check';
import { coins, comparable, cryptoSignature, hash, int32, uint, uint64 } from '../block/chain-values.test-support.ts';
import { ChainModelError } from '../errors.ts';
import { hashToHex } from '../primitives/index.ts';
import {
  buildConfig,
  findConfigParameter,
  type KnownParameter,
  loadConfigEntries,
  loadConfigParameter,
  type ParameterValue,
  readConfigParameter,
  storeConfigParameter,
} from './index.ts';
import { isKnownParameter } from './config-parameter.ts';

/** The parameter's cell, read, is the value that was written. */
function expectToComeBack<Parameter extends KnownParameter>(
  parameter: Parameter,
  values: fc.Arbitrary<ParameterValue<Parameter>>,
): void {
  fc.assert(
    fc.property(values, (value) => {
      const bag = Bag.of(storeConfigParameter(parameter, value));
      expect(comparable(loadConfigParameter(bag, bag.root, parameter))).toEqual(comparable(value));
    }),
    { numRuns: 50 },
  );
}

const byHash = (left: Uint8Array, right: Uint8Array): number => Buffer.compare(left, right);
const oracles = fc
  .uniqueArray(fc.record({ address: hash, key: hash }), { maxLength: 5, selector: ({ address }) => hashToHex(address) })
  .map((list) => list.toSorted((left, right) => byHash(left.address, right.address)));
const limits = fc
  .tuple(uint(32), uint(32), uint(32))
  .map((three) => three.toSorted((left, right) => left - right))
  .map(([underload = 0, softLimit = 0, hardLimit = 0]) => ({ underload, softLimit, hardLimit }));
const blockLimits = { bytes: limits, gas: limits, ltDelta: limits };
const positive = fc.integer({ min: 1, max: 2 ** 32 - 1 });
const lifetimes = {
  mcCatchainLifetime: positive,
  shardCatchainLifetime: positive,
  shardValidatorsLifetime: positive,
  shardValidatorsNumber: positive,
};
const rounds = {
  roundCandidates: fc.integer({ min: 1, max: 255 }),
  nextCandidateDelayMs: uint(32),
  consensusTimeoutMs: uint(32),
  fastAttempts: uint(32),
  attemptDuration: uint(32),
  catchainMaxDependencies: uint(32),
  maxBlockBytes: uint(32),
  maxCollatedBytes: uint(32),
};
const flags = fc.constant(0 as const);
const tag = <Type extends string>(type: Type): fc.Arbitrary<Type> => fc.constant(type);

describe('configuration parameters', () => {
  it('of fees, prices and limits come back in every form', () => {
    expectToComeBack(
      5,
      fc.record({ blackholeAddress: fc.option(hash), feeBurnNumerator: uint(8), feeBurnDenominator: fc.constant(300) }),
    );
    expectToComeBack(6, fc.record({ mintNewPrice: coins, mintAddPrice: coins }));
    expectToComeBack(13, fc.record({ deposit: coins, bitPrice: coins, cellPrice: coins }));
    expectToComeBack(14, fc.record({ masterchainBlockFee: coins, basechainBlockFee: coins }));
    expectToComeBack(
      20,
      fc.record({
        flat: fc.option(fc.record({ gasLimit: uint64, gasPrice: uint64 })),
        gasPrice: uint64,
        gasLimit: uint64,
        specialGasLimit: fc.option(uint64),
        gasCredit: uint64,
        blockGasLimit: uint64,
        freezeDueLimit: uint64,
        deleteDueLimit: uint64,
      }),
    );
    expectToComeBack(
      22,
      fc.oneof(
        fc.record({ type: tag('block_limits'), ...blockLimits }),
        fc.record({
          type: tag('block_limits_v2'),
          ...blockLimits,
          collatedData: limits,
          importedMessageQueue: fc.record({ maxBytes: uint(32), maxMessages: uint(32) }),
        }),
      ),
    );
    expectToComeBack(
      40,
      fc.record({
        defaultFlatFine: coins,
        defaultProportionalFine: uint(32),
        severityFlatMultiplier: uint(16),
        severityProportionalMultiplier: uint(16),
        unpunishableInterval: uint(16),
        longInterval: uint(16),
        longFlatMultiplier: uint(16),
        longProportionalMultiplier: uint(16),
        mediumInterval: uint(16),
        mediumFlatMultiplier: uint(16),
        mediumProportionalMultiplier: uint(16),
      }),
    );
    expectToComeBack(43, sizeLimits);
  });

  it('of consensus come back in every form', () => {
    expectToComeBack(
      28,
      fc.oneof(
        fc.record({ type: tag('catchain_config'), ...lifetimes }),
        fc.record({ type: tag('catchain_config_new'), flags, shuffleMcValidators: fc.boolean(), ...lifetimes }),
      ),
    );
    const ids = { flags, newCatchainIds: fc.boolean() };
    expectToComeBack(
      29,
      fc.oneof(
        fc.record({ type: tag('consensus_config'), ...rounds, roundCandidates: positive }),
        fc.record({ type: tag('consensus_config_new'), ...ids, ...rounds }),
        fc.record({ type: tag('consensus_config_v3'), ...ids, ...rounds, protocolVersion: uint(16) }),
        fc.record({
          type: tag('consensus_config_v4'),
          ...ids,
          useQuic: fc.boolean(),
          ...rounds,
          protocolVersion: uint(16),
          catchainMaxBlocksCoefficient: uint(32),
        }),
      ),
    );
    const simplex = fc.oneof(
      fc.record({
        type: tag('simplex_config'),
        flags: uint(7),
        useQuic: fc.boolean(),
        targetRateMs: uint(32),
        slotsPerLeaderWindow: positive,
        firstBlockTimeoutMs: uint(32),
        maxLeaderWindowDesync: uint(32),
      }),
      fc.record({
        type: tag('simplex_config_v2'),
        flags: uint(7),
        useQuic: fc.boolean(),
        slotsPerLeaderWindow: positive,
        noncriticalParameters: fc
          .uniqueArray(fc.record({ key: uint(8), value: uint(32) }), { selector: ({ key }) => key })
          .map((list) => list.toSorted((left, right) => left.key - right.key)),
      }),
    );
    expectToComeBack(30, fc.record({ masterchain: fc.option(simplex), shard: fc.option(simplex) }));
  });

  it('of workchains, validators and collators come back in every form', () => {
    const ext = fc.record({
      type: tag('ext'),
      minAddressLength: fc.integer({ min: 64, max: 500 }),
      maxAddressLength: fc.integer({ min: 500, max: 1023 }),
      addressLengthStep: fc.integer({ min: 0, max: 1023 }),
      workchainTypeId: positive,
    });
    const description = fc.record({
      enabledSince: uint(32),
      monitorMinSplit: fc.integer({ min: 0, max: 5 }),
      minSplit: fc.integer({ min: 5, max: 20 }),
      maxSplit: fc.integer({ min: 20, max: 60 }),
      active: fc.boolean(),
      acceptMessages: fc.boolean(),
      zerostateRootHash: hash,
      zerostateFileHash: hash,
      version: uint(32),
      format: fc.oneof(ext, fc.record({ type: tag('basic'), vmVersion: int32, vmMode: uint64 })),
      extension: fc.option(
        fc.record({
          timings: fc.record({
            splitMergeDelay: uint(32),
            splitMergeInterval: uint(32),
            minSplitMergeInterval: uint(32),
            maxSplitMergeDelay: uint(32),
          }),
          persistentStateSplitDepth: fc.integer({ min: 0, max: 63 }),
        }),
      ),
    });
    expectToComeBack(
      12,
      fc
        .uniqueArray(fc.record({ workchain: int32, description }), {
          maxLength: 4,
          selector: ({ workchain }) => workchain,
        })
        .map((list) => list.toSorted((left, right) => (left.workchain >>> 0) - (right.workchain >>> 0))),
    );
    expectToComeBack(36, validatorSet);
    expectToComeBack(33, validatorSet);
    expectToComeBack(
      39,
      fc
        .uniqueArray(
          fc.record({
            publicKey: hash,
            signed: fc.record({
              key: fc.record({ adnlAddress: hash, temporaryKey: hash, seqno: uint(32), validUntil: uint(32) }),
              signature: cryptoSignature,
            }),
          }),
          { maxLength: 4, selector: ({ publicKey }) => hashToHex(publicKey) },
        )
        .map((list) => list.toSorted((left, right) => byHash(left.publicKey, right.publicKey))),
    );
    expectToComeBack(
      41,
      fc.record({
        fullCollatedData: fc.boolean(),
        collatorNodes: fc.array(fc.record({ workchain: int32, shard: uint64, adnlId: hash }), { maxLength: 1 }),
      }),
    );
  });

  it('of bridges, suspended and precompiled accounts come back', () => {
    expectToComeBack(
      73,
      fc.record({ bridgeAddress: hash, oracleMultisigAddress: hash, oracles, externalChainAddress: hash }),
    );
    expectToComeBack(
      82,
      fc.oneof(
        fc.record({
          type: tag('jetton_bridge_params_v0'),
          bridgeAddress: hash,
          oraclesAddress: hash,
          oracles,
          stateFlags: uint(8),
          burnBridgeFee: coins,
        }),
        fc.record({
          type: tag('jetton_bridge_params_v1'),
          bridgeAddress: hash,
          oraclesAddress: hash,
          oracles,
          stateFlags: uint(8),
          prices: fc.record({
            bridgeBurnFee: coins,
            bridgeMintFee: coins,
            walletMinTonsForStorage: coins,
            walletGasConsumption: coins,
            minterMinTonsForStorage: coins,
            discoverGasConsumption: coins,
          }),
          externalChainAddress: hash,
        }),
      ),
    );
    expectToComeBack(
      44,
      fc.record({
        addresses: fc.array(fc.record({ workchain: int32, hash }), { maxLength: 1 }),
        suspendedUntil: uint(32),
      }),
    );
    expectToComeBack(
      45,
      fc.record({ list: fc.array(fc.record({ codeHash: hash, gasUsage: uint64 }), { maxLength: 1 }) }),
    );
  });

  it('are refused when the node would refuse them', () => {
    const refused = <Parameter extends KnownParameter>(
      parameter: Parameter,
      value: ParameterValue<Parameter>,
    ): void => {
      expect(() => storeConfigParameter(parameter, value)).toThrow(ChainModelError);
    };
    refused(5, { blackholeAddress: null, feeBurnNumerator: 2, feeBurnDenominator: 1 });
    refused(5, { blackholeAddress: null, feeBurnNumerator: 0, feeBurnDenominator: 0 });
    refused(9, []);
    refused(16, { maxValidators: 1, maxMainValidators: 2, minValidators: 1 });
    refused(16, { maxValidators: 1, maxMainValidators: 1, minValidators: 0 });
    const none = new Uint8Array(32);
    const validator = { publicKey: none, weight: 1n, adnlAddress: none };
    const set = { utimeSince: 0, utimeUntil: 1, main: 1, totalWeight: 1n, list: [validator] };
    refused(34, { ...set, main: 0 });
    refused(34, { ...set, main: 2 });
    refused(34, { ...set, totalWeight: 2n });
    refused(34, { ...set, list: [] });
    const empty = Bag.of(new CellBuilder().endCell());
    expect(() => loadConfigParameter(empty, empty.root, 0)).toThrow();
    const long = Bag.of(new CellBuilder().storeUint(0, 257).endCell());
    expect(() => loadConfigParameter(long, long.root, 0)).toThrow(ChainModelError);
  });

  it('are found by their signed numbers, unknown ones as cells', () => {
    const cell = new CellBuilder().storeUint(5, 8).endCell();
    const root = buildConfig([
      { parameter: -999, cell },
      { parameter: 19, cell: storeConfigParameter(19, -3) },
      { parameter: 46, cell },
    ]);
    const bag = Bag.of(root as NonNullable<typeof root>);
    expect(loadConfigEntries(bag, bag.root).map(({ parameter }) => parameter)).toEqual([19, 46, -999]);
    expect(readConfigParameter(bag, bag.root, 19)).toBe(-3);
    expect(readConfigParameter(bag, bag.root, 34)).toBeNull();
    expect(findConfigParameter(bag, bag.root, -999)).not.toBeNull();
    expect(findConfigParameter(bag, bag.root, 999)).toBeNull();
    expect([0, 34, 83].every(isKnownParameter)).toBe(true);
    expect([-1, 46, 84].some(isKnownParameter)).toBe(false);
  });
});

const sizeLimitsHead = {
  maxMessageBits: uint(32),
  maxMessageCells: uint(32),
  maxLibraryCells: uint(32),
  maxVmDataDepth: uint(16),
  maxExternalMessageSize: uint(32),
  maxExternalMessageDepth: uint(16),
};

/** The second form with none, some or all of the fields that were put behind its end. */
const sizeLimits: fc.Arbitrary<ParameterValue<43>> = fc
  .record({
    ...sizeLimitsHead,
    second: fc.option(
      fc.record({
        maxAccountStateCells: uint(32),
        maxMasterchainAccountStateCells: uint(32),
        maxAccountPublicLibraries: uint(32),
        deferOutQueueSizeLimit: uint(32),
        maxMessageExtraCurrencies: uint(32),
        maxAccountFixedPrefixLength: uint(8),
        accountStateCellsForStorageDictionary: uint(32),
        maxTransactionLibraryLoads: fc.record({ limit: fc.option(uint(32)) }),
      }),
    ),
    fieldsLater: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ fieldsLater, second, ...head }) => ({
    ...head,
    second:
      second === null
        ? null
        : {
            ...second,
            maxMessageExtraCurrencies: fieldsLater > 0 ? second.maxMessageExtraCurrencies : null,
            maxAccountFixedPrefixLength: fieldsLater > 1 ? second.maxAccountFixedPrefixLength : null,
            accountStateCellsForStorageDictionary:
              fieldsLater > 2 ? second.accountStateCellsForStorageDictionary : null,
            maxTransactionLibraryLoads: fieldsLater > 3 ? second.maxTransactionLibraryLoads : null,
          },
  }));

const validatorSet: fc.Arbitrary<ParameterValue<34>> = fc
  .record({
    utimeSince: uint(32),
    utimeUntil: uint(32),
    isExtended: fc.boolean(),
    list: fc.array(
      fc.record({ publicKey: hash, weight: fc.bigInt({ min: 1n, max: 2n ** 50n }), adnlAddress: fc.option(hash) }),
      { minLength: 1, maxLength: 20 },
    ),
  })
  .map(({ isExtended, list, ...set }) => ({
    ...set,
    list,
    main: Math.ceil(list.length / 2),
    totalWeight: isExtended ? list.reduce((sum, { weight }) => sum + weight, 0n) : null,
  }));
