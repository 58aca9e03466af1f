import { TonriverError } from '@tonriver/errors';
import type { TraceNode } from '../trace/trace-node.ts';
import { readComment } from '../bodies/comment.ts';
import { encryptedComment, textComment } from '../bodies/opcodes.ts';
import { Block, type BlockContent } from './block.ts';

/** Values of a `ton_transfer` for later matchers. */
export interface TonTransferData {
  readonly comment: string | null;
  readonly isEncrypted: boolean;
}

const none: ReadonlySet<string> = new Set();

/** The artificial root above the first block; it is never an action. */
export function createRoot(tree: TraceNode): Block {
  const root = new Block({ type: 'root', row: {} }, [], none);
  addLeafBlocks(root, [tree]);
  return root;
}

/** Adds a leaf block for every node of some trees, linked as the nodes are. */
export function addLeafBlocks(root: Block, trees: readonly TraceNode[]): void {
  const open: [TraceNode, Block][] = trees.map((tree) => [tree, root]);
  for (let index = 0; index < open.length; index += 1) {
    const [node, previous] = open[index]!;
    const block = leafBlock(node);
    block.previous = previous;
    previous.next.push(block);
    for (const child of node.children) open.push([child, block]);
  }
}

function leafBlock(node: TraceNode): Block {
  const { originalStatus, endStatus, account } = node.transaction;
  const becameActive = !node.isGhost && endStatus === 'active' && originalStatus !== 'active';
  const block = new Block(leafContent(node), [node], becameActive ? new Set([account]) : none);
  if (becameActive && originalStatus !== 'frozen') {
    const deployment = new Block(deploymentContent(node), [node], none);
    deployment.parent = block;
    block.children = [deployment];
  }
  return block;
}

function leafContent(node: TraceNode): BlockContent {
  const { message, transaction } = node;
  if (message === null || transaction.isTickTock) {
    return { type: 'tick_tock', row: { source: transaction.account }, isFailed: node.isAborted };
  }
  const { opcode } = message;
  const isTransfer = opcode === null || opcode === textComment || opcode === encryptedComment;
  if (isTransfer && message.source !== null && message.destination !== null) return transferContent(node);
  return { type: 'call_contract', row: messageRow(node), isFailed: isFailedCall(node) };
}

function deploymentContent(node: TraceNode): BlockContent {
  return { type: 'contract_deploy', row: messageRow(node), isFailed: node.isAborted };
}

function messageRow({ message, transaction }: TraceNode) {
  return {
    opcode: message?.opcode ?? null,
    value: message?.value ?? null,
    source: message?.source ?? null,
    destination: message === null ? transaction.account : message.destination,
    value_extra_currencies: message?.extraCurrencies ?? {},
  };
}

function transferContent(node: TraceNode): BlockContent {
  const { opcode, value, source, destination, extraCurrencies } = node.message!;
  const comment = opcode === null ? null : commentOf(node);
  const isEncrypted = opcode === encryptedComment;
  return {
    type: 'ton_transfer',
    row: {
      opcode,
      value,
      source,
      destination,
      value_extra_currencies: extraCurrencies,
      ton_transfer_data: { content: comment, encrypted: isEncrypted },
    },
    data: { comment, isEncrypted } satisfies TonTransferData,
    isFailed: isFailedTransfer(node),
  };
}

/** A body that is not what its opcode promises has no comment. */
function commentOf(node: TraceNode): string | null {
  try {
    return readComment(node.body(), { checksBytes: true });
  } catch (error) {
    if (error instanceof TonriverError) return null;
    throw error;
  }
}

/** A transfer to an account without code aborts, and yet its value arrives if it may not bounce. */
function isFailedTransfer({ message, transaction, isAborted, isGhost }: TraceNode): boolean {
  if (!isAborted || isGhost || message?.isBounceable === true) return isAborted;
  return transaction.endStatus !== 'uninit' && transaction.skipReason !== 'no_gas';
}

/** A message whose value was spent on fees has no gas to run with, and yet did what it could. */
function isFailedCall({ message, isAborted, isGhost }: TraceNode): boolean {
  if (!isAborted || isGhost) return isAborted;
  const hasCurrencies = Object.keys(message?.extraCurrencies ?? {}).length > 0;
  const isEmpty = (message?.value ?? 0n) === 0n && !hasCurrencies;
  const hasOpcode = (message?.opcode ?? textComment) !== textComment;
  return !(isEmpty && hasOpcode);
}
