import { ActionsError } from '../actions-error.ts';
import type { TraceNode } from '../trace/trace-node.ts';
import { Block, type BlockContent } from './block.ts';
import { sortFew } from './sort-few.ts';

const none: ReadonlySet<string> = new Set();

/**
 * Makes one block of several: they leave the tree and become its children, and what followed them follows it. Throws
 * `contradiction`, and changes nothing, when they do not hang together.
 */
export function mergeBlocks(content: BlockContent, merged: readonly Block[]): Block {
  const inside = new Set(merged);
  const blocks = sortedBlocks(inside);
  ensureConnected(blocks, inside, content.type);
  const block = new Block(content, nodesOf(blocks), deploymentsOf(blocks));
  block.children = blocks;
  block.previous = blocks[0]!.previous;
  for (const part of blocks) {
    part.parent = block;
    for (const next of part.next) {
      if (inside.has(next) || next.parent !== null) continue;
      next.previous = block;
      block.next.push(next);
    }
  }
  sortFew(block.next, compareStarts);
  // It begins where its first part began, so the order of the siblings stays. Only the first part is one of them.
  const siblings = block.previous?.next ?? [];
  const at = siblings.indexOf(blocks[0]!);
  if (at >= 0) siblings[at] = block;
  return block;
}

/**
 * Says what several blocks mean and leaves them as they are: for what the reference does not see, so that everything
 * else stays as it sees it.
 */
export function coverBlocks(content: BlockContent, covered: readonly Block[]): Block {
  return new Block(content, nodesOf(sortedBlocks(new Set(covered))), none);
}

/**
 * Puts a block without content between a block and some of its next blocks, so that they can be merged with each other
 * but not with what comes before.
 */
export function insertEmpty(previous: Block, siblings: readonly Block[]): Block {
  const empty = new Block({ type: 'empty', row: {} }, [], none);
  const grouped = new Set(siblings);
  empty.previous = previous;
  empty.next = previous.next.filter((next) => grouped.has(next));
  for (const next of empty.next) next.previous = empty;
  const at = previous.next.findIndex((next) => grouped.has(next));
  previous.next[at] = empty;
  previous.next = previous.next.filter((next) => !grouped.has(next));
  return empty;
}

function sortedBlocks(blocks: ReadonlySet<Block>): Block[] {
  return sortFew(Array.from(blocks), compareBlocks);
}

/** All nodes of some blocks, earliest first. */
function nodesOf(blocks: readonly Block[]): TraceNode[] {
  const nodes: TraceNode[] = [];
  for (const block of blocks) for (const node of block.nodes) nodes.push(node);
  return sortFew(nodes, compareNodes);
}

function ensureConnected(blocks: readonly Block[], inside: ReadonlySet<Block>, type: string): void {
  let tops = 0;
  let areFree = true;
  for (const { previous, parent } of blocks) {
    if (previous === null || !inside.has(previous)) tops += 1;
    if (parent !== null) areFree = false;
  }
  if (tops === 1 && areFree) return;
  throw new ActionsError('contradiction', 'Blocks to be merged do not hang together', { type, tops });
}

function deploymentsOf(blocks: readonly Block[]): ReadonlySet<string> {
  let accounts: Set<string> | undefined;
  for (const { deployedAccounts } of blocks) {
    if (deployedAccounts.size === 0) continue;
    accounts ??= new Set();
    for (const account of deployedAccounts) accounts.add(account);
  }
  return accounts ?? none;
}

/** By the lt of the transaction; logs last, because theirs is the sender's. An empty block comes before its next. */
function compareBlocks(left: Block, right: Block): number {
  const [leftNode] = left.nodes;
  const [rightNode] = right.nodes;
  if (leftNode === undefined || rightNode === undefined) return Number(rightNode === undefined) * 2 - 1;
  return compareNodes(leftNode, rightNode);
}

function compareNodes(left: TraceNode, right: TraceNode): number {
  if (left.isLog !== right.isLog) return left.isLog ? 1 : -1;
  return compareLts(left.transaction.lt, right.transaction.lt) || compareLts(left.lt, right.lt);
}

function compareLts(left: bigint, right: bigint): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function compareStarts(left: Block, right: Block): number {
  return compareLts(left.startLt, right.startLt);
}
