import { hash } from 'node:crypto';
import { ActionsError } from '../actions-error.ts';
import type { Block } from '../engine/block.ts';
import type { BlockType } from '../engine/block-type.ts';
import { sortFew } from '../engine/sort-few.ts';
import type { TraceInput } from '../trace/trace-input.ts';
import type { TraceNode } from '../trace/trace-node.ts';
import type { Action } from './action.ts';
import { storedTypeOf, typesWithoutParts } from './action-types.ts';

/** Where an action stands among others. */
interface Ancestry {
  readonly parentActionId: string | null;
  readonly types: readonly BlockType[];
}

/** A block that is an action, with its id, and what it is a part of. */
interface OpenBlock {
  readonly block: Block;
  readonly id: string;
  readonly ancestry: Ancestry;
}

const atTop: Ancestry = { parentActionId: null, types: [] };

/** All blocks that nothing merged, root first, breadth-first. */
export function blocksOf(root: Block): Block[] {
  const blocks = [root];
  for (let index = 0; index < blocks.length; index += 1) for (const next of blocks[index]!.next) blocks.push(next);
  return blocks;
}

interface ReportedActions {
  readonly actions: Action[];
  /** True when one of the blocks contradicts what is known of its accounts. */
  readonly isBroken: boolean;
}

/**
 * The actions of blocks, and the actions that are parts of them. Throws `contradiction` when two parts of one action
 * are the same.
 */
export function actionsOfBlocks(trace: TraceInput, blocks: readonly Block[]): ReportedActions {
  const actions: Action[] = [];
  const open: OpenBlock[] = [];
  for (const block of blocks) if (isReported(block)) open.push({ block, id: actionIdOf(block), ancestry: atTop });
  for (let index = 0; index < open.length; index += 1) {
    const { block, id: ownId, ancestry } = open[index]!;
    actions.push(actionOf(trace, open[index]!));
    if (block.children.length === 0 || typesWithoutParts.has(block.type)) continue;
    const types = sortFew(Array.from(new Set([...ancestry.types, block.type])), compareTexts);
    const seen = new Set<string>();
    for (const part of block.children) {
      if (part.type === 'contract_deploy' || !isReported(part)) continue;
      const id = actionIdOf(part);
      if (id === ownId) continue;
      if (seen.has(id)) throw new ActionsError('contradiction', 'Two parts of an action are the same', { id });
      seen.add(id);
      open.push({ block: part, id, ancestry: { parentActionId: ownId, types } });
    }
  }
  return { actions, isBroken: open.some(({ block }) => block.isBroken) };
}

function isReported({ type, nodes }: Block): boolean {
  if (type === 'root' || type === 'empty') return false;
  if (type !== 'call_contract') return true;
  const message = nodes[0]!.message;
  return message !== null && message.source !== null && message.destination !== null;
}

function actionOf(trace: TraceInput, { block, id: actionId, ancestry: { parentActionId, types } }: OpenBlock): Action {
  const { nodes, row, fault } = block;
  if (fault !== undefined) throw new ActionsError('bad_interface', fault, { type: block.type });
  const span = spanOf(nodes);
  const { transactions, accounts } = involvedIn(block);
  return {
    trace,
    actionId,
    type: block.storedAs ?? storedTypeOf(block.type),
    startLt: span.startLt,
    endLt: span.endLt,
    startUtime: span.startUtime,
    endUtime: span.endUtime,
    seqnoEnd: span.seqnoEnd,
    transactions,
    accounts,
    isSuccess: !block.isFailed,
    row,
    parentActionId,
    ancestorTypes: types,
    correction: block.correction,
    isHidden: block.isHidden,
    hasExternalHashNorm: true,
  };
}

/** Base64 of the SHA-256 of the message's hash in base64 and the type of the block. */
function actionIdOf({ nodes, type }: Block): string {
  let first = nodes[0]!;
  for (const node of nodes) if (node.lt < first.lt) first = node;
  return hash('sha256', first.hash + type, 'base64');
}

function spanOf(nodes: readonly TraceNode[]) {
  let { lt: startLt, utime: startUtime } = nodes[0]!;
  let { lt: endLt, now: endUtime, seqno: seqnoEnd } = nodes[0]!.transaction;
  for (const { lt, utime, transaction } of nodes) {
    if (lt < startLt) startLt = lt;
    if (utime < startUtime) startUtime = utime;
    if (transaction.lt > endLt) endLt = transaction.lt;
    if (transaction.now > endUtime) endUtime = transaction.now;
    if (transaction.seqno > seqnoEnd) seqnoEnd = transaction.seqno;
  }
  return { startLt, endLt, startUtime, endUtime, seqnoEnd };
}

/** The transactions and accounts of an action: those of its messages, and who sent the first one. */
function involvedIn({ nodes, row, extraAccounts }: Block) {
  const transactions: string[] = [];
  const accounts: string[] = Array.from(extraAccounts);
  for (const { transaction } of nodes) {
    transactions.push(transaction.hash);
    accounts.push(transaction.account);
  }
  const sender = nodes[0]!.parent?.transaction;
  if (sender !== undefined) {
    transactions.push(sender.hash);
    accounts.push(sender.account);
  }
  addColumn(accounts, row.source);
  addColumn(accounts, row.source_secondary);
  if (!nodes[0]!.isGhost) {
    addColumn(accounts, row.destination);
    addColumn(accounts, row.destination_secondary);
  }
  return { transactions: distinct(transactions), accounts: distinct(accounts) };
}

/** Sorts a list in place and leaves each text once. Most lists are so short that a set takes more time. */
function distinct(texts: string[]): readonly string[] {
  sortFew(texts, compareTexts);
  let count = 0;
  for (const text of texts) if (count === 0 || texts[count - 1] !== text) texts[count++] = text;
  texts.length = count;
  return texts;
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function addColumn(accounts: string[], account: string | null | undefined): void {
  if (account !== null && account !== undefined) accounts.push(account);
}
