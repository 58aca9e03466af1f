import { type Cell, CellBuilder, sha256, writeBag } from '@tonriver/boc';
import {
  type AccountBlock,
  addCurrencyCollections,
  type BlockInfo,
  type BlockReference,
  buildAccountBlocks,
  type CurrencyCollection,
  type GlobalVersion,
  type Hash,
  importFeesAugmentation,
  type MasterchainStateExtra,
  cellOf,
  currencyAugmentation,
  type ImportFees,
  storeBlock,
  storeHashmapAugE,
  storeHashUpdate,
  storeValueFlow,
  subtractCurrencyCollections,
  type ValueFlow,
  zeroCurrencyCollection,
} from '@tonriver/chain-model';
import { ChainBuilderError } from '../chain-builder-error.ts';
import { changeLiveDictionary } from './live-dictionary.ts';
import type { AccountHistory, BlockContent, BlockFrame } from './open-block.ts';
import { HASH_AFTER_ALL, insertProcessed, oldestProcessedMcSeqno, type ProcessedUptoRecord } from './processed-upto.ts';
import type { ShardStep } from './shard-configuration.ts';
import type { LoadHistories } from './load-history.ts';
import { NODE_FILE_FORM } from './node-file-form.ts';
import type { BlockParents, ShardContents, ShardHead } from './shard-head.ts';
import { writeShardState } from './shard-state-cell.ts';
import { writeStateUpdate } from './state-update.ts';

/** A finished block. */
export interface BuiltBlock {
  readonly workchain: number;
  readonly shard: bigint;
  readonly seqno: number;
  readonly rootHash: Hash;
  readonly fileHash: Hash;
  /**
   * Root hash of the shard's state after the block. The new tree of the block's `state_update` shows exactly the cells
   * that the states before it do not have, so that a store of cells by hash can keep this state.
   */
  readonly stateHash: Hash;
  readonly boc: Uint8Array;
}

/** The members of a block's header that are not in its frame. */
interface HeaderFacts {
  readonly beforeSplit: boolean;
  readonly wantSplit: boolean;
  readonly wantMerge: boolean;
  readonly histories: LoadHistories;
  readonly keyBlock: boolean;
  readonly validatorListHashShort: number;
  readonly catchainSeqno: number;
  readonly previousKeyBlockSeqno: number;
  readonly createdBy: Hash;
  /** The masterchain block to which it refers; null in the masterchain. */
  readonly masterReference: BlockReference | null;
  /** Masterchain seqno and lt up to which queues were read. */
  readonly queuesAt: { readonly seqno: number; readonly lt: bigint };
  /** The oldest masterchain block to which the named shard blocks refer; null in shard blocks. */
  readonly shardsMinRefMcSeqno: number | null;
}

/** Money that does not come from accounts or messages. */
export interface BlockMoney {
  readonly created: CurrencyCollection;
  readonly feesImported: CurrencyCollection;
  readonly recovered: CurrencyCollection;
  readonly minted: CurrencyCollection;
}

/** The cells that only masterchain blocks have. */
interface MasterchainParts {
  readonly stateExtra: MasterchainStateExtra<Cell>;
  readonly blockExtra: Cell;
}

/** All parts of a block. */
export interface BlockDraft {
  readonly globalId: number;
  readonly software: GlobalVersion;
  readonly step: ShardStep;
  readonly frame: BlockFrame;
  readonly parents: BlockParents;
  readonly content: BlockContent;
  readonly header: HeaderFacts;
  readonly money: BlockMoney;
  readonly masterchain: MasterchainParts | null;
  /** Public libraries after the block; null without, and in the basechain. */
  readonly libraries: Cell | null;
}

/** A block with the state after it, and the facts about it in its masterchain block. */
export interface AssembledBlock {
  readonly block: BuiltBlock;
  readonly head: ShardHead;
  readonly minRefMcSeqno: number;
  readonly feesCollected: CurrencyCollection;
}

/** Writes the block, its state and the state update. @throws {ChainBuilderError} `unbalanced_block` for its money */
export function assembleBlock(draft: BlockDraft): AssembledBlock {
  const { frame, header, parents, content, step } = draft;
  const processed = processedAfter(draft);
  const minRefMcSeqno = minRef(header, processed);
  const inMessages = content.descriptors.writeIn();
  const outMessages = content.descriptors.writeOut();
  const accountBlocks = buildAccountBlocks(content.histories.map(accountBlock));
  const accounts = changeLiveDictionary(parents.contents.accounts, content.histories.map(accountChange));
  const flow = valueFlow(draft, {
    inMessages: inMessages.extra,
    exported: outMessages.extra,
    transactionFees: accountBlocks.extra,
    toNextBlock: accounts.root?.extra.balance ?? zeroCurrencyCollection,
  });
  const contents = contentsAfter(draft, { accounts, processed, feesCollected: flow.feesCollected });
  const state = writeShardState({
    globalId: draft.globalId,
    ident: frame,
    seqno: frame.seqno,
    genUtime: frame.genUtime,
    genLt: content.endLt,
    minRefMcSeqno,
    beforeSplit: header.beforeSplit,
    contents,
    totalBalance: flow.toNextBlock,
    masterReference: header.masterReference,
    masterchain: draft.masterchain?.stateExtra ?? null,
  });
  const builder = new CellBuilder();
  storeBlock(builder, {
    globalId: draft.globalId,
    info: blockInfo(draft, minRefMcSeqno),
    valueFlow: cellOf(storeValueFlow, flow),
    stateUpdate: writeStateUpdate(parents.state, state),
    extra: {
      inMessageDescriptors: cellOf(storeInDescriptors, inMessages),
      outMessageDescriptors: cellOf(storeCurrencyDictionary, outMessages),
      accountBlocks: cellOf(storeCurrencyDictionary, accountBlocks),
      randSeed: frame.randSeed,
      createdBy: header.createdBy,
      custom: draft.masterchain?.blockExtra ?? null,
    },
  });
  const block = publish(frame, builder.endCell(), state.hash());
  const reference = { endLt: content.endLt, seqno: frame.seqno, rootHash: block.rootHash, fileHash: block.fileHash };
  const { workchain } = frame;
  const head = { workchain, shard: step.shard, reference, genUtime: frame.genUtime, state, contents };
  return { block, head, minRefMcSeqno, feesCollected: flow.feesCollected };
}

function publish({ workchain, shard, seqno }: BlockFrame, root: Cell, stateHash: Hash): BuiltBlock {
  const boc = writeBag([root], NODE_FILE_FORM);
  return { workchain, shard, seqno, rootHash: root.hash(), fileHash: sha256(boc), stateHash, boc };
}

type Root<Extra> = { readonly root: Cell | null; readonly extra: Extra };

function storeInDescriptors(builder: CellBuilder, value: Root<ImportFees>): void {
  storeHashmapAugE(builder, value, importFeesAugmentation.store);
}

function storeCurrencyDictionary(builder: CellBuilder, value: Root<CurrencyCollection>): void {
  storeHashmapAugE(builder, value, currencyAugmentation.store);
}

function accountBlock({ hash, before, after, outcomes }: AccountHistory): AccountBlock<Cell> {
  const update = { oldHash: before.cell.hash(), newHash: after.cell.hash() };
  return {
    accountHash: hash,
    transactions: outcomes.map(({ lt, totalFees, transaction }) => ({ lt, fees: totalFees, transaction })),
    stateUpdate: cellOf(storeHashUpdate, update),
  };
}

function accountChange({ hash, after }: AccountHistory) {
  return { key: hash, value: after.status === 'nonexist' ? null : after };
}

/** Returns the record about the queues that the block has read. */
function processedAfter({ frame, content, parents, header }: BlockDraft): readonly ProcessedUptoRecord[] {
  const { processed } = parents.contents;
  const { seqno: mcSeqno, lt } = header.queuesAt;
  const record = { shard: frame.shard, mcSeqno };
  if (content.lastProcessed !== null) {
    const { lt: lastMessageLt, hash: lastMessageHash } = content.lastProcessed;
    return insertProcessed(processed, { ...record, lastMessageLt, lastMessageHash });
  }
  if (!content.hasImportedAll || lt <= 1n) return processed;
  return insertProcessed(processed, { ...record, lastMessageLt: lt - 1n, lastMessageHash: HASH_AFTER_ALL });
}

function minRef({ queuesAt, shardsMinRefMcSeqno }: HeaderFacts, processed: readonly ProcessedUptoRecord[]): number {
  const own = Math.min(queuesAt.seqno, oldestProcessedMcSeqno(processed) ?? queuesAt.seqno);
  return Math.min(own, shardsMinRefMcSeqno ?? own);
}

interface Sums {
  readonly inMessages: ImportFees;
  readonly exported: CurrencyCollection;
  readonly transactionFees: CurrencyCollection;
  readonly toNextBlock: CurrencyCollection;
}

function sum(...amounts: readonly CurrencyCollection[]): CurrencyCollection {
  return amounts.reduce(addCurrencyCollections, zeroCurrencyCollection);
}

function valueFlow({ parents, money, frame }: BlockDraft, sums: Sums): ValueFlow {
  const { created, feesImported, recovered, minted } = money;
  const importFees = { grams: sums.inMessages.feesCollected, extra: [] };
  const flow: ValueFlow = {
    fromPrevBlock: parents.contents.accounts.root?.extra.balance ?? zeroCurrencyCollection,
    toNextBlock: sums.toNextBlock,
    imported: sums.inMessages.valueImported,
    exported: sums.exported,
    feesCollected: sum(created, feesImported, sums.transactionFees, importFees),
    burned: null,
    feesImported,
    recovered,
    created,
    minted,
  };
  const arrived = sum(flow.fromPrevBlock, flow.imported, feesImported, recovered, created, minted);
  const left = sum(flow.toNextBlock, flow.exported, flow.feesCollected);
  if (!isSameAmount(arrived, left)) {
    throw new ChainBuilderError(
      'unbalanced_block',
      'The money that came into the block is not the money that left it',
      {
        workchain: frame.workchain,
        seqno: frame.seqno,
        difference: arrived.grams - left.grams,
      },
    );
  }
  return flow;
}

function isSameAmount(left: CurrencyCollection, right: CurrencyCollection): boolean {
  if (left.grams !== right.grams || left.extra.length !== right.extra.length) return false;
  return left.extra.every(({ currency, amount }, index) => {
    const other = right.extra[index];
    return other?.currency === currency && other.amount === amount;
  });
}

interface Changes {
  readonly accounts: ShardContents['accounts'];
  readonly processed: readonly ProcessedUptoRecord[];
  readonly feesCollected: CurrencyCollection;
}

function contentsAfter({ parents, content, header, money, libraries }: BlockDraft, changes: Changes): ShardContents {
  const old = parents.contents;
  const queue = changeLiveDictionary(old.queue, [
    ...content.dequeued.map(({ key }) => ({ key, value: null })),
    ...content.queuedNow.map((message) => ({ key: message.key, value: message })),
  ]);
  return {
    accounts: changes.accounts,
    queue,
    queueSize: old.queueSize - content.dequeued.length + content.queuedNow.length,
    processed: changes.processed,
    validatorFees: subtractCurrencyCollections(
      addCurrencyCollections(old.validatorFees, changes.feesCollected),
      money.recovered,
    ),
    overloadHistory: header.histories.overload,
    underloadHistory: header.histories.underload,
    libraries,
  };
}

function blockInfo(draft: BlockDraft, minRefMcSeqno: number): BlockInfo {
  const { frame, header, step, parents, content } = draft;
  return {
    workchain: frame.workchain,
    shard: frame.shard,
    version: 0,
    notMaster: header.masterReference !== null,
    afterMerge: step.kind === 'after_merge',
    beforeSplit: header.beforeSplit,
    afterSplit: step.kind === 'after_split',
    wantSplit: header.wantSplit,
    wantMerge: header.wantMerge,
    keyBlock: header.keyBlock,
    vertSeqnoIncr: false,
    flags: 1,
    seqno: frame.seqno,
    vertSeqno: 0,
    genUtime: frame.genUtime,
    startLt: frame.startLt,
    endLt: content.endLt,
    genValidatorListHashShort: header.validatorListHashShort,
    genCatchainSeqno: header.catchainSeqno,
    minRefMcSeqno,
    prevKeyBlockSeqno: header.previousKeyBlockSeqno,
    genSoftware: draft.software,
    masterRef: header.masterReference,
    previousBlocks: parents.references,
    previousVerticalBlock: null,
  };
}
