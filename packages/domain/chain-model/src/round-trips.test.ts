import { describe, expect, it } from '@jest/globals';
import { Bag, BocError, Cell, CellBuilder, type CellSlice } from '@tonriver/boc';
import fc from 'fast-check';
import { loadAccountState, resolveAccountState, storeAccountState } from './account/account-state.ts';
import { type Account, loadAccount, resolveAccount, storeAccount } from './account/account.ts';
import { loadDepthBalanceInfo, storeDepthBalanceInfo } from './account/depth-balance-info.ts';
import { loadShardAccount, resolveShardAccount, storeShardAccount } from './account/shard-account.ts';
import { loadStorageInfo, storeStorageInfo } from './account/storage-info.ts';
import { loadAnycast, storeAnycast } from './address/anycast.ts';
import {
  loadExternalAddress,
  loadInternalAddress,
  loadMessageAddress,
  storeExternalAddress,
  storeInternalAddress,
  storeMessageAddress,
} from './address/message-address.ts';
import { type MessageInfo, loadMessageInfo, storeMessageInfo } from './message/message-info.ts';
import { loadMessageRelaxed, resolveMessageRelaxed, storeMessageRelaxed } from './message/message-relaxed.ts';
import { loadMessage, resolveMessage, storeMessage } from './message/message.ts';
import { loadStateInit, resolveStateInit, storeStateInit } from './message/state-init.ts';
import { loadCurrencyCollection, storeCurrencyCollection } from './primitives/currency-collection.ts';
import { loadGrams, storeGrams } from './primitives/grams.ts';
import { loadHashUpdate, storeHashUpdate } from './primitives/hash-update.ts';
import {
  loadBlockCreateStats,
  loadCreatorStats,
  resolveBlockCreateStats,
  storeBlockCreateStats,
  storeCreatorStats,
} from './state/block-create-stats.ts';
import { loadEnqueuedMessage, storeEnqueuedMessage } from './state/enqueued-message.ts';
import {
  loadMasterchainStateExtra,
  resolveMasterchainStateExtra,
  storeMasterchainStateExtra,
} from './state/masterchain-state-extra.ts';
import {
  loadKeyMaxLt,
  loadOldMasterchainBlock,
  storeKeyMaxLt,
  storeOldMasterchainBlock,
} from './state/old-masterchain-blocks.ts';
import { loadOutMsgQueueInfo, resolveOutMsgQueueInfo, storeOutMsgQueueInfo } from './state/out-msg-queue-info.ts';
import { loadProcessedUpto, storeProcessedUpto } from './state/processed-info.ts';
import {
  loadShardState,
  loadSplitOrUnsplitState,
  resolveShardState,
  storeShardState,
  storeSplitState,
} from './state/shard-state.ts';
import { loadSharedLibrary, storeSharedLibrary } from './state/shared-library.ts';
import { loadValidatorInfo, storeValidatorInfo } from './state/validator-info.ts';
import { loadActionPhase, storeActionPhase } from './transaction/action-phase.ts';
import { loadBouncePhase, storeBouncePhase } from './transaction/bounce-phase.ts';
import { loadComputePhase, storeComputePhase } from './transaction/compute-phase.ts';
import { loadCreditPhase, storeCreditPhase } from './transaction/credit-phase.ts';
import { loadTransactionDescription } from './transaction/load-transaction-description.ts';
import { loadTransaction } from './transaction/load-transaction.ts';
import { loadSplitMergeInfo, storeSplitMergeInfo } from './transaction/split-merge-info.ts';
import { loadStoragePhase, storeStoragePhase } from './transaction/storage-phase.ts';
import { storeTransactionDescription } from './transaction/store-transaction-description.ts';
import { storeTransaction } from './transaction/store-transaction.ts';
import { resolveTransaction } from './transaction/transaction.ts';
import * as arbitrary from './arbitraries.test-support.ts';
import { ChainModelError } from './errors.ts';
import * as stateArbitrary from './state-arbitraries.test-support.ts';

/** A type with random values of it, its writer, and its reader (with heap cells, so that values can be compared). */
interface Case<Value> {
  readonly name: string;
  readonly values: fc.Arbitrary<Value>;
  readonly store: (builder: CellBuilder, value: Value) => void;
  readonly load: (bag: Bag, cell: number) => unknown;
  /** The last field takes whatever is left, so that more or fewer bits are another value. */
  readonly isOpen?: boolean;
}

/** A case whose value is read from a slice that it should fill. */
function sliceCase<Value, Loaded>(
  name: string,
  values: fc.Arbitrary<Value>,
  store: (builder: CellBuilder, value: Value) => void,
  load: (slice: CellSlice) => Loaded,
  resolve: (bag: Bag, loaded: Loaded) => unknown = (_, loaded) => loaded,
): Case<Value> {
  return {
    name,
    values,
    store,
    load: (bag, cell) => {
      const slice = bag.slice(cell);
      const loaded = load(slice);
      slice.ensureEmpty();
      return resolve(bag, loaded);
    },
  };
}

/** A case whose value is read from a cell. */
function cellCase<Value, Loaded>(
  name: string,
  values: fc.Arbitrary<Value>,
  store: (builder: CellBuilder, value: Value) => void,
  load: (bag: Bag, cell: number) => Loaded,
  resolve: (bag: Bag, loaded: Loaded) => unknown,
): Case<Value> {
  return { name, values, store, load: (bag, cell) => resolve(bag, load(bag, cell)) };
}

const isAccountPresent = (loaded: Account | null): Account => {
  if (loaded === null) throw new Error('account_none');
  return loaded;
};

/* Kept apart from `describe.each`, so that each case keeps the type of its value. */
function runCases(run: <Value>(testCase: Case<Value>) => void): void {
  run(sliceCase('Grams', arbitrary.anyGrams, storeGrams, loadGrams));
  run(sliceCase('CurrencyCollection', arbitrary.currencies, storeCurrencyCollection, loadCurrencyCollection));
  run(sliceCase('HASH_UPDATE', arbitrary.hashUpdate, storeHashUpdate, loadHashUpdate));
  run(sliceCase('Anycast', arbitrary.anycast, storeAnycast, loadAnycast));
  run(sliceCase('MsgAddressInt', arbitrary.internalAddress, storeInternalAddress, loadInternalAddress));
  run(sliceCase('MsgAddressExt', arbitrary.externalAddress, storeExternalAddress, loadExternalAddress));
  run(sliceCase('MsgAddress', arbitrary.messageAddress, storeMessageAddress, loadMessageAddress));
  run(sliceCase('StateInit', arbitrary.stateInit, storeStateInit, loadStateInit, resolveStateInit));
  run(sliceCase('CommonMsgInfo', arbitrary.messageInfo.filter(fits), storeMessageInfo, loadMessageInfo));
  run({
    ...cellCase('Message', arbitrary.messageParts, storeMessage, loadMessage, resolveMessage),
    isOpen: true,
  });
  run({
    ...cellCase(
      'MessageRelaxed',
      arbitrary.messageRelaxedParts,
      storeMessageRelaxed,
      loadMessageRelaxed,
      resolveMessageRelaxed,
    ),
    isOpen: true,
  });
  run(sliceCase('TrStoragePhase', arbitrary.storagePhase, storeStoragePhase, loadStoragePhase));
  run(sliceCase('TrCreditPhase', arbitrary.creditPhase, storeCreditPhase, loadCreditPhase));
  run(sliceCase('TrComputePhase', arbitrary.computePhase, storeComputePhase, loadComputePhase));
  run(sliceCase('TrActionPhase', arbitrary.actionPhase, storeActionPhase, loadActionPhase));
  run(sliceCase('TrBouncePhase', arbitrary.bouncePhase, storeBouncePhase, loadBouncePhase));
  run(sliceCase('SplitMergeInfo', arbitrary.splitMergeInfo, storeSplitMergeInfo, loadSplitMergeInfo));
  for (const [type, values] of Object.entries(arbitrary.descriptionsByType)) {
    run(
      sliceCase(
        `TransactionDescr ${type}`,
        values,
        storeTransactionDescription,
        loadTransactionDescription,
        (bag, loaded) =>
          loaded.prepareTransaction === null
            ? loaded
            : { ...loaded, prepareTransaction: bag.toCell(loaded.prepareTransaction) },
      ),
    );
  }
  run(cellCase('Transaction', arbitrary.transactionParts, storeTransaction, loadTransaction, resolveTransaction));
  run(sliceCase('StorageInfo', stateArbitrary.storageInfo, storeStorageInfo, loadStorageInfo));
  run(sliceCase('AccountState', stateArbitrary.accountState, storeAccountState, loadAccountState, resolveAccountState));
  run(
    cellCase('Account', stateArbitrary.accountParts, storeAccount, loadAccount, (bag, loaded) =>
      resolveAccount(bag, isAccountPresent(loaded)),
    ),
  );
  run(sliceCase('DepthBalanceInfo', stateArbitrary.depthBalance, storeDepthBalanceInfo, loadDepthBalanceInfo));
  run(sliceCase('ShardAccount', stateArbitrary.shardAccount, storeShardAccount, loadShardAccount, resolveShardAccount));
  run(
    sliceCase(
      'EnqueuedMsg',
      stateArbitrary.enqueuedMessage,
      storeEnqueuedMessage,
      loadEnqueuedMessage,
      (bag, loaded) => ({ ...loaded, envelope: bag.toCell(loaded.envelope) }),
    ),
  );
  run(sliceCase('ProcessedUpto', stateArbitrary.processedUpto, storeProcessedUpto, loadProcessedUpto));
  run(
    sliceCase(
      'OutMsgQueueInfo',
      stateArbitrary.outMsgQueueInfo,
      storeOutMsgQueueInfo,
      loadOutMsgQueueInfo,
      resolveOutMsgQueueInfo,
    ),
  );
  run(sliceCase('KeyMaxLt', stateArbitrary.keyMaxLt, storeKeyMaxLt, loadKeyMaxLt));
  run(sliceCase('KeyExtBlkRef', stateArbitrary.oldMasterchainBlock, storeOldMasterchainBlock, loadOldMasterchainBlock));
  run(sliceCase('CreatorStats', stateArbitrary.creatorStats, storeCreatorStats, loadCreatorStats));
  run(
    sliceCase(
      'BlockCreateStats',
      stateArbitrary.blockCreateStats,
      storeBlockCreateStats,
      loadBlockCreateStats,
      resolveBlockCreateStats,
    ),
  );
  run(sliceCase('ValidatorInfo', stateArbitrary.validatorInfo, storeValidatorInfo, loadValidatorInfo));
  run(
    sliceCase('LibDescr', stateArbitrary.sharedLibrary, storeSharedLibrary, loadSharedLibrary, (bag, loaded) => ({
      ...loaded,
      library: bag.toCell(loaded.library),
    })),
  );
  run(
    sliceCase(
      'McStateExtra',
      stateArbitrary.masterchainStateExtra,
      storeMasterchainStateExtra,
      loadMasterchainStateExtra,
      resolveMasterchainStateExtra,
    ),
  );
  run(cellCase('ShardStateUnsplit', stateArbitrary.shardState, storeShardState, loadShardState, resolveShardState));
  run(
    cellCase(
      'ShardState split',
      fc.record({ left: stateArbitrary.shardState, right: stateArbitrary.shardState }),
      storeSplitState,
      loadSplitOrUnsplitState,
      (bag, loaded) => {
        if (!('left' in loaded)) throw new Error('Not a split state');
        return { left: resolveShardState(bag, loaded.left), right: resolveShardState(bag, loaded.right) };
      },
    ),
  );
}

/** Both addresses of a message can be long; then not every information fits into one cell. */
function fits(info: MessageInfo): boolean {
  return [info.source, info.destination].some(({ type }) => type === 'std' || type === 'none');
}

/** The value with every cell in it replaced by its hash. */
function comparable(value: unknown): unknown {
  if (value instanceof Cell) return Buffer.from(value.hash()).toString('hex');
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, comparable(field)]));
}

/** The value's cell; a value that does not fit into one is passed over. */
function storedCell<Value>({ store }: Case<Value>, value: Value): Cell {
  const builder = new CellBuilder();
  try {
    store(builder, value);
  } catch (error) {
    if (error instanceof BocError && error.code === 'cell_overflow') fc.pre(false);
    throw error;
  }
  return builder.endCell();
}

function isTyped(error: unknown): boolean {
  return error instanceof ChainModelError || error instanceof BocError;
}

/** The result of loading a cell: its value as text, or the typed error. Other errors are thrown. */
function attempt<Value>({ load }: Case<Value>, cell: Cell): { readonly loaded: boolean } {
  try {
    const bag = Bag.of(cell);
    load(bag, bag.root);
    return { loaded: true };
  } catch (error) {
    if (!isTyped(error)) throw error;
    return { loaded: false };
  }
}

describe('every type', () => {
  runCases((testCase) => {
    it(`${testCase.name} is read as it was written`, () => {
      fc.assert(
        fc.property(testCase.values, (value) => {
          const bag = Bag.of(storedCell(testCase, value));
          const loaded = comparable(testCase.load(bag, bag.root));
          const expected = comparable(value);
          if (typeof expected === 'object' && expected !== null) expect(loaded).toMatchObject(expected);
          else expect(loaded).toEqual(expected);
          if (typeof loaded === 'object' && loaded !== null && 'isCanonical' in loaded) {
            expect(loaded.isCanonical).toBe(true);
          }
        }),
        { numRuns: 60 },
      );
    });

    it(`${testCase.name} cut short, or with something behind it, is refused with a typed error`, () => {
      fc.assert(
        fc.property(testCase.values, fc.nat(1023), (value, cut) => {
          const cell = storedCell(testCase, value);
          const { bits, refs } = cell;
          if (testCase.isOpen === true || cell.bitLength === 0) return;
          const shorter = new Cell({ bits, bitLength: cut % cell.bitLength, refs });
          expect(attempt(testCase, shorter)).toEqual({ loaded: false });
          if (cell.bitLength < 1023) {
            const longer = new CellBuilder().storeCell(cell).storeBit(0).endCell();
            expect(attempt(testCase, longer)).toEqual({ loaded: false });
          }
          if (refs.length < 4) {
            const wider = new CellBuilder().storeCell(cell).storeRef(Cell.empty).endCell();
            expect(attempt(testCase, wider)).toEqual({ loaded: false });
          }
          if (refs.length > 0) {
            const narrower = new Cell({ bits, bitLength: cell.bitLength, refs: refs.slice(1) });
            expect(attempt(testCase, narrower)).toEqual({ loaded: false });
          }
        }),
        { numRuns: 60 },
      );
    });

    it(`${testCase.name} with flipped bits is another value or a typed error`, () => {
      fc.assert(
        fc.property(testCase.values, fc.array(fc.nat(1022), { minLength: 1, maxLength: 4 }), (value, flips) => {
          const cell = storedCell(testCase, value);
          if (cell.bitLength === 0) return;
          const bits = cell.bits.slice();
          for (const flip of flips) {
            const at = flip % cell.bitLength;
            bits[at >> 3] = (bits[at >> 3] as number) ^ (0x80 >> (at & 7));
          }
          attempt(testCase, new Cell({ bits, bitLength: cell.bitLength, refs: cell.refs }));
        }),
        { numRuns: 60 },
      );
    });
  });
});
