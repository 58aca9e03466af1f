import type { Action } from '../actions/action.ts';
import { actionsOfBlocks, blocksOf } from '../actions/actions-of-blocks.ts';
import type { Context } from '../engine/context.ts';
import { addLeafBlocks } from '../engine/leaf-blocks.ts';
import { Block } from '../engine/block.ts';
import { runMatchers } from '../engine/run-matchers.ts';
import { requestedJettonTransfer } from '../families/jettons.ts';
import type { MessageInput, TraceInput } from '../trace/trace-input.ts';
import { TraceNode } from '../trace/trace-node.ts';
import { readWalletRequest, type RequestedMessage } from './wallet-request.ts';

const requestMatchers = [requestedJettonTransfer];

/**
 * What a wallet was asked to do and did not, as failed actions: for a trace that is one external message to a wallet
 * and nothing else. Null when the trace is another, or its message asks for nothing.
 */
export function ghostActions(trace: TraceInput, tree: TraceNode, context: Context): Action[] | null {
  const { message, transaction } = tree;
  if (message === null || message.source !== null || tree.children.length > 0) return null;
  const requested = readWalletRequest(() => tree.body());
  if (requested.length === 0) return null;
  const root = new Block({ type: 'root', row: {} }, [], new Set());
  const ghosts = requested.map((request, index) => {
    return new TraceNode(transaction, ghostMessage(tree, request, index), 'ghost');
  });
  addLeafBlocks(root, ghosts);
  runMatchers(root, requestMatchers, context);
  const { actions } = actionsOfBlocks(trace, blocksOf(root));
  return actions.length > 0 ? actions : null;
}

function ghostMessage({ transaction }: TraceNode, request: RequestedMessage, index: number): MessageInput {
  const hash = Buffer.from(request.hash).toString('base64') + String(index);
  return {
    hash: Buffer.from(hash, 'latin1').toString('base64'),
    source: transaction.account,
    destination: request.destination,
    value: request.value,
    extraCurrencies: {},
    createdLt: transaction.lt,
    createdAt: transaction.now,
    opcode: request.opcode,
    isBounceable: request.isBounceable,
    body: request.body,
    bodyHash: null,
    stateInit: null,
  };
}
