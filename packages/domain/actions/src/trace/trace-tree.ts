import { ActionsError } from '../actions-error.ts';
import { sortFew } from '../engine/sort-few.ts';
import type { MessageInput, TraceInput, TransactionInput } from './trace-input.ts';
import { TraceNode } from './trace-node.ts';

/** In traces of so few transactions, which are most, looking through all takes less time than making a map. */
const FEW_NODES = 16;

/**
 * The tree of a trace's messages. Children are in the order in which they were created, whatever the order of the
 * input. Returns the node without a sender above the transaction with the lowest lt; transactions that are not below it
 * are left out. Throws `inconsistent_trace` and `incomplete_trace`.
 */
export function buildTree({ traceId, transactions }: TraceInput): TraceNode {
  const nodes: TraceNode[] = [];
  for (const transaction of sortFew(Array.from(transactions), compareTransactions)) {
    nodes.push(new TraceNode(transaction, transaction.inMessage));
  }
  const first = nodes[0];
  if (first === undefined) throw new ActionsError('incomplete_trace', 'The trace has no transaction', { traceId });
  const receiverOf = receiversOf(nodes);
  for (const node of nodes) addChildren(node, receiverOf);
  let root = first;
  for (let steps = 0; root.parent !== null; steps += 1) {
    if (steps > nodes.length) throw inconsistent('The transactions of the trace form a cycle', root.transaction);
    root = root.parent;
  }
  ensureBodies(root);
  return root;
}

/** Throws for a transaction or a message that is there twice. Nodes are sorted. */
function receiversOf(nodes: readonly TraceNode[]): (message: string) => TraceNode | undefined {
  for (let index = 1; index < nodes.length; index += 1) {
    const { transaction } = nodes[index]!;
    if (compareTransactions(nodes[index - 1]!.transaction, transaction) === 0) {
      throw inconsistent('A transaction is there twice', transaction);
    }
  }
  return nodes.length <= FEW_NODES ? receiversAmongFew(nodes) : receiversByMessage(nodes);
}

function receiversAmongFew(nodes: readonly TraceNode[]): (message: string) => TraceNode | undefined {
  const receiverOf = (message: string, end: number): TraceNode | undefined => {
    for (let index = 0; index < end; index += 1) if (nodes[index]!.message?.hash === message) return nodes[index];
    return undefined;
  };
  for (let index = 1; index < nodes.length; index += 1) {
    const { message, transaction } = nodes[index]!;
    if (message === null || receiverOf(message.hash, index) === undefined) continue;
    throw inconsistent('A message has two receivers', transaction);
  }
  return (message) => receiverOf(message, nodes.length);
}

function receiversByMessage(nodes: readonly TraceNode[]): (message: string) => TraceNode | undefined {
  const receivers = new Map<string, TraceNode>();
  let receiverCount = 0;
  for (const node of nodes) {
    if (node.message === null) continue;
    receiverCount += 1;
    // One look for each hash: what was there before does not make the map larger.
    if (receivers.set(node.message.hash, node).size < receiverCount) {
      throw inconsistent('A message has two receivers', node.transaction);
    }
  }
  return (message) => receivers.get(message);
}

function addChildren(node: TraceNode, receiverOf: (message: string) => TraceNode | undefined): void {
  const { outMessages } = node.transaction;
  const messages = outMessages.length > 1 ? sortFew(Array.from(outMessages), compareMessages) : outMessages;
  for (const message of messages) {
    let child = receiverOf(message.hash);
    if (child === undefined) {
      if (message.destination !== null) {
        throw new ActionsError('incomplete_trace', 'A message has no receiver in the trace', { message: message.hash });
      }
      child = new TraceNode(node.transaction, message, 'log');
    }
    if (child.parent !== null) throw inconsistent('A message has two senders', node.transaction);
    child.parent = node;
    node.children.push(child);
  }
}

/** A cycle aside, the tree ends: every node has one parent. A cycle does not lead to the root. */
function ensureBodies(root: TraceNode): void {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.message !== null && node.message.body === null) {
      throw new ActionsError('incomplete_trace', 'The body of a message is not stored', { message: node.hash });
    }
    for (const child of node.children) open.push(child);
  }
}

function compareTransactions(left: TransactionInput, right: TransactionInput): number {
  return compareBigints(left.lt, right.lt) || compareTexts(left.account, right.account);
}

function compareMessages(left: MessageInput, right: MessageInput): number {
  return compareBigints(left.createdLt ?? 0n, right.createdLt ?? 0n) || compareTexts(left.hash, right.hash);
}

function compareBigints(left: bigint, right: bigint): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function inconsistent(message: string, { hash }: TransactionInput): ActionsError {
  return new ActionsError('inconsistent_trace', message, { transaction: hash });
}
