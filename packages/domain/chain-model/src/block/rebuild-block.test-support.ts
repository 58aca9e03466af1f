import { Bag, type Cell } from '@tonriver/boc';
import {
  buildConfig,
  type KnownParameter,
  loadConfigEntries,
  loadConfigParameter,
  type ParameterValue,
  storeConfigParameter,
} from '../config/index.ts';
import { isKnownParameter } from '../config/config-parameter.ts';
import { type AugmentedRoot, DictionaryWalk, storeHashmapAugE } from '../dictionary/index.ts';
import { ChainModelError } from '../errors.ts';
import { equalBytes, hashToHex, loadHashUpdate, storeHashUpdate } from '../primitives/index.ts';
import {
  type Block,
  type BlockParts,
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
  loadAccountBlocks,
  loadBlock,
  loadBlockMasterchainExtra,
  loadInMessage,
  loadMerkleUpdate,
  loadMessageEnvelope,
  loadShardDescriptions,
  loadShardFees,
  loadValueFlow,
  type InMessage,
  type InMessageEntry,
  type OutMessage,
  type OutMessageEntry,
  storeBlock,
  storeInMessage,
  storeMasterchainBlockExtra,
  storeMessageEnvelope,
  storeValueFlow,
} from './index.ts';
import { resolveAccountBlock } from './account-block.ts';
import { loadBlockExtra, storeBlockExtra } from './block-extra.ts';
import { loadBlockInfo, storeBlockInfo } from './block-info.ts';
import { loadBlockParts, resolveBlock } from './block.ts';
import { resolveInMessage } from './in-message.ts';
import { loadWhole } from './inner-cell.ts';
import { resolveMasterchainBlockExtra } from './masterchain-block-extra.ts';
import { resolveMessageEnvelope } from './message-envelope.ts';
import { resolveOutMessage } from './out-message.ts';
import { buildSignaturePairs, loadSignaturePairs } from './signature-pairs.ts';

/** How many cells of each kind were written again and compared, and what came out differently. */
export interface RebuildReport {
  readonly compared: Map<string, number>;
  readonly different: string[];
}

/** Counts one comparison of a rebuilt cell with a recorded one. */
type Compare = (kind: string, rebuilt: Cell | null, cell: number | null) => void;

/** Reads everything in the block, writes it again and compares the hashes of every part. */
export function rebuildBlock(name: string, bytes: Uint8Array, report: RebuildReport): Block {
  const bag = Bag.parse(bytes);
  bag.hashAll();
  const block = loadBlock(bag);
  const compare: Compare = (kind, rebuilt, cell) => {
    report.compared.set(kind, (report.compared.get(kind) ?? 0) + 1);
    const isEqual = rebuilt === null || cell === null ? rebuilt === cell : equalBytes(rebuilt.hash(), bag.hash(cell));
    if (!isEqual) report.different.push(`${name}: ${kind} ${cell === null ? 'empty' : hashToHex(bag.hash(cell))}`);
  };
  const parts = loadWhole(bag.slice(bag.root), loadBlockParts, 'Block');
  compare('info', cellOf(storeBlockInfo, loadWhole(bag.slice(parts.info), loadBlockInfo, 'BlockInfo')), parts.info);
  const valueFlow = loadWhole(bag.slice(parts.valueFlow), loadValueFlow, 'ValueFlow');
  compare('value flow', cellOf(storeValueFlow, valueFlow), parts.valueFlow);
  rebuildExtra(bag, parts, compare);
  checkStateUpdate(bag, block, (kind) => report.compared.set(kind, (report.compared.get(kind) ?? 0) + 1));
  rebuildInMessages(bag, block.extra.inMessageDescriptors, compare);
  rebuildOutMessages(bag, block.extra.outMessageDescriptors, compare);
  rebuildAccountBlocks(bag, block.extra.accountBlocks, compare);
  rebuildMasterchainExtra(bag, block, compare);
  compare('block', cellOf(storeBlock, resolveBlock(bag, block)), bag.root);
  return block;
}

function rebuildExtra(bag: Bag, parts: BlockParts, compare: Compare): void {
  const extra = loadWhole(bag.slice(parts.extra), loadBlockExtra, 'BlockExtra');
  const { inMessageDescriptors, outMessageDescriptors, accountBlocks, custom } = extra;
  compare(
    'extra',
    cellOf(storeBlockExtra, {
      ...extra,
      inMessageDescriptors: bag.toCell(inMessageDescriptors),
      outMessageDescriptors: bag.toCell(outMessageDescriptors),
      accountBlocks: bag.toCell(accountBlocks),
      custom: custom === null ? null : bag.toCell(custom),
    }),
    parts.extra,
  );
}

/** The update's hashes and depths must be those that its two pruned trees have as if nothing were pruned. */
function checkStateUpdate(bag: Bag, block: Block, count: (kind: string) => void): void {
  const update = loadMerkleUpdate(bag, block.stateUpdate);
  const sides = [
    { root: update.oldRoot, hash: update.oldHash, depth: update.oldDepth },
    { root: update.newRoot, hash: update.newHash, depth: update.newDepth },
  ];
  for (const { root, hash, depth } of sides) {
    count('state update side');
    if (!equalBytes(bag.hash(root, 0), hash) || bag.depth(root, 0) !== depth) {
      throw new Error(`The state update of ${block.info.seqno} does not have the hashes it states`);
    }
  }
}

function augmentedCell<Extra>(
  root: AugmentedRoot<Extra>,
  store: (builder: Parameters<typeof storeBlockInfo>[0], extra: Extra) => void,
): Cell {
  return cellOf((builder, value: AugmentedRoot<Extra>) => storeHashmapAugE(builder, value, store), root);
}

function rebuildInMessages(bag: Bag, cell: number, compare: Compare): void {
  const entries: InMessageEntry<Cell>[] = [];
  forEachInMessage(bag, cell, ({ messageHash, fees, value }) => {
    entries.push({ messageHash, fees, value: resolveInMessage(bag, value) });
    checkKey(bag, messageHash, messageOfInMessage(bag, value, compare));
    compareType(`InMsg ${value.type}`, compare);
  });
  const built = buildInMessageDescriptors(entries);
  compare('in message descriptors', augmentedCell(built, importFeesAugmentation.store), cell);
}

function rebuildOutMessages(bag: Bag, cell: number, compare: Compare): void {
  const entries: OutMessageEntry<Cell>[] = [];
  forEachOutMessage(bag, cell, ({ messageHash, exported, value }) => {
    entries.push({ messageHash, exported, value: resolveOutMessage(bag, value) });
    const message = messageOfOutMessage(bag, value, compare);
    if (message !== null) checkKey(bag, messageHash, message);
    compareType(`OutMsg ${value.type}`, compare);
  });
  const built = buildOutMessageDescriptors(entries);
  compare('out message descriptors', augmentedCell(built, currencyAugmentation.store), cell);
}

/** Counts how often a constructor occurs, so that the report shows what the data exercises. */
function compareType(kind: string, compare: Compare): void {
  compare(kind, null, null);
}

function checkKey(bag: Bag, messageHash: Uint8Array, message: number): void {
  if (!equalBytes(bag.hash(message), messageHash)) {
    throw new Error(`Message ${hashToHex(bag.hash(message))} stands under another hash`);
  }
}

function messageOfInMessage(bag: Bag, value: InMessage, compare: Compare): number {
  if (value.type === 'ext' || value.type === 'ihr') return value.message;
  if (value.type === 'tr' || value.type === 'deferred_tr') rebuildEnvelope(bag, value.outEnvelope, compare);
  return rebuildEnvelope(bag, value.envelope, compare);
}

function messageOfOutMessage(bag: Bag, value: OutMessage, compare: Compare): number | null {
  if (value.type === 'deq_short') return null;
  if (value.type === 'ext') return value.message;
  if (value.type === 'imm' || value.type === 'deq_imm') rebuildInner(bag, value.reimport, compare);
  if (value.type === 'tr' || value.type === 'tr_req' || value.type === 'deferred_tr') {
    rebuildInner(bag, value.imported, compare);
  }
  return rebuildEnvelope(bag, value.envelope, compare);
}

function rebuildInner(bag: Bag, cell: number, compare: Compare): void {
  const inner = loadWhole(bag.slice(cell), loadInMessage, 'InMsg');
  compare('inner InMsg', cellOf(storeInMessage, resolveInMessage(bag, inner)), cell);
}

function rebuildEnvelope(bag: Bag, cell: number, compare: Compare): number {
  const envelope = loadWhole(bag.slice(cell), loadMessageEnvelope, 'MsgEnvelope');
  compare(`envelope v${envelope.version}`, cellOf(storeMessageEnvelope, resolveMessageEnvelope(bag, envelope)), cell);
  return envelope.message;
}

function rebuildAccountBlocks(bag: Bag, cell: number, compare: Compare): void {
  const blocks = loadAccountBlocks(bag, cell);
  for (const { stateUpdate } of blocks) {
    const update = loadWhole(bag.slice(stateUpdate), loadHashUpdate, 'HASH_UPDATE');
    compare('account state update', cellOf(storeHashUpdate, update), stateUpdate);
  }
  const built = buildAccountBlocks(blocks.map((block) => resolveAccountBlock(bag, block)));
  compare('account blocks', augmentedCell(built, currencyAugmentation.store), cell);
}

function rebuildMasterchainExtra(bag: Bag, block: Block, compare: Compare): void {
  const extra = loadBlockMasterchainExtra(bag, block);
  if (extra === null) return;
  const tops = loadShardDescriptions(bag, extra.shardHashes);
  for (const { description } of tops) compareType(`ShardDescr ${description.layout}`, compare);
  compare('shard hashes', buildShardHashes(tops), extra.shardHashes);
  const fees = buildShardFees(loadShardFees(bag, extra.shardFees.root));
  compare('shard fees', fees.root, extra.shardFees.root);
  const signatures = loadSignaturePairs(bag, extra.previousBlockSignatures);
  compare('previous block signatures', buildSignaturePairs(signatures), extra.previousBlockSignatures);
  for (const message of [extra.recoverCreateMessage, extra.mintMessage]) {
    if (message === null) continue;
    rebuildInner(bag, message, compare);
    messageOfInMessage(bag, loadWhole(bag.slice(message), loadInMessage, 'InMsg'), compare);
  }
  if (extra.config !== null) rebuildConfig(bag, extra.config.config, compare);
  const rebuilt = { ...resolveMasterchainBlockExtra(bag, extra), shardHashes: buildShardHashes(tops), shardFees: fees };
  compare('masterchain extra', cellOf(storeMasterchainBlockExtra, rebuilt), block.extra.custom);
}

/** Reads every parameter whose form is known, writes it again, and the dictionary as a whole. */
export function rebuildConfig(bag: Bag, root: number, compare: Compare): void {
  const entries = loadConfigEntries(bag, root);
  for (const { parameter, cell } of entries) {
    if (!isKnownParameter(parameter)) {
      compareType('unknown parameter', compare);
      continue;
    }
    const value = loadUnlessForeign(bag, cell, parameter);
    if (value === null) compareType(`parameter ${parameter} of another form`, compare);
    else compare(`parameter ${parameter}`, storeConfigParameter(parameter, value), cell);
  }
  const walk = new DictionaryWalk(bag, root, 32);
  while (walk.next());
  // One recorded file was written by a library whose labels are longer than the node's.
  if (!walk.isCanonical) compareType('config with labels that the node does not write', compare);
  else compare('config', buildConfig(entries.map((entry) => ({ ...entry, cell: bag.toCell(entry.cell) }))), root);
}

/**
 * Parameters of bridges are read by contracts, not by the node, which therefore accepts any cell: early networks have
 * forms without tag. All other parameters must load.
 */
function loadUnlessForeign<Parameter extends KnownParameter>(
  bag: Bag,
  cell: number,
  parameter: Parameter,
): ParameterValue<Parameter> | null {
  const firstBridgeParameter = 71;
  try {
    return loadConfigParameter(bag, cell, parameter);
  } catch (error) {
    if (parameter >= firstBridgeParameter && error instanceof ChainModelError && error.code === 'bad_tag') return null;
    throw error;
  }
}
