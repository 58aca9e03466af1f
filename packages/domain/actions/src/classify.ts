import { readingFaultOf, TonriverError } from '@tonriver/errors';
import { actionsOfBlocks, blocksOf } from './actions/actions-of-blocks.ts';
import type { Action } from './actions/action.ts';
import { unknownAction } from './actions/unknown-action.ts';
import { ActionsError } from './actions-error.ts';
import type { Block } from './engine/block.ts';
import { Context } from './engine/context.ts';
import { createRoot } from './engine/leaf-blocks.ts';
import type { Matcher } from './engine/matcher.ts';
import { runMatchers } from './engine/run-matchers.ts';
import { sortFew } from './engine/sort-few.ts';
import { foldDeposits } from './families/fold-deposits.ts';
import { matchers as allMatchers } from './matchers.ts';
import { ghostActions } from './requests/ghost-actions.ts';
import type { Interfaces } from './trace/interfaces.ts';
import type { TraceInput } from './trace/trace-input.ts';
import type { TraceNode } from './trace/trace-node.ts';
import { buildTree } from './trace/trace-tree.ts';

/**
 * - `ok`
 * - `broken`: what a message says contradicts what is known of the accounts
 * - `failed`: the actions are only the basic ones, or there are none because the trace is not a whole tree
 */
type ClassificationState = 'ok' | 'broken' | 'failed';

export interface Classification {
  readonly state: ClassificationState;
  /** Sorted by start lt, end lt and id. */
  readonly actions: readonly Action[];
  /** Why the state is `failed`. */
  readonly error?: TonriverError;
}

export interface ClassifyOptions {
  /** Only these matchers instead of all: none leaves single messages, deployments and what a wallet was asked for. */
  readonly matchers?: readonly Matcher[];
  /** Hears which matcher built a block, for measuring what tests cover. */
  readonly onBuilt?: (matcher: Matcher) => void;
}

/**
 * Says what a trace does. `interfaces` must know the accounts of `addressesNeeded(trace)`. Never throws on account of
 * its input: an error is part of the result. The result depends on neither the order of transactions nor that of
 * messages.
 */
export function classify(trace: TraceInput, interfaces: Interfaces, options: ClassifyOptions = {}): Classification {
  let tree: TraceNode;
  try {
    tree = buildTree(trace);
  } catch (error) {
    return { state: 'failed', actions: [], error: typed(error) };
  }
  // A lone tick-tock transaction does nothing.
  if (tree.transaction.isTickTock && tree.children.length === 0) return { state: 'ok', actions: [] };
  try {
    const context = new Context(interfaces);
    const root = createRoot(tree);
    const hidden = runMatchers(root, options.matchers ?? allMatchers, context, options.onBuilt);
    const blocks = blocksOf(root);
    const folded = [...foldDeposits(blocks), ...hidden];
    const { actions, isBroken } = actionsOfBlocks(trace, [...folded, ...deploymentsIn(folded)]);
    if (actions.length > 0) return { state: isBroken ? 'broken' : 'ok', actions: sorted(actions) };
    return { state: 'ok', actions: sorted(ghostActions(trace, tree, context) ?? [unknownAction(trace)]) };
  } catch (error) {
    return { state: 'failed', actions: sorted(basicActions(trace, tree)), error: typed(error) };
  }
}

/** What can be said without any matcher. */
function basicActions(trace: TraceInput, tree: TraceNode): Action[] {
  if (tree.children.length === 0) return [unknownAction(trace)];
  const blocks = blocksOf(createRoot(tree));
  return actionsOfBlocks(trace, [...blocks, ...deploymentsIn(blocks)]).actions;
}

/** Deployments are actions beside what the deploying message became, however deep they lie in it. */
function deploymentsIn(blocks: readonly Block[]): Block[] {
  const deployments: Block[] = [];
  const open = [...blocks];
  for (let index = 0; index < open.length; index += 1) {
    for (const child of open[index]!.children) {
      if (child.type === 'contract_deploy') deployments.push(child);
      else open.push(child);
    }
  }
  return deployments;
}

function sorted(actions: readonly Action[]): Action[] {
  return sortFew(Array.from(actions), compareActions);
}

function compareActions(left: Action, right: Action): number {
  return (
    compare(left.startLt, right.startLt) || compare(left.endLt, right.endLt) || compare(left.actionId, right.actionId)
  );
}

function compare<Value extends bigint | string>(left: Value, right: Value): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function typed(error: unknown): TonriverError {
  if (error instanceof TonriverError) return error;
  const { cause } = readingFaultOf(error);
  return new ActionsError('contradiction', `The classifier has a fault: ${cause}`, {}, { cause: error });
}
