import type { PendingTrace } from '@tonriver/pending-store';
import type { JsonText } from '../../answers/json-text.ts';
import { actionText, addressesOfAction } from '../actions/print-actions.ts';
import type { PendingContext } from '../endpoint-definition.ts';
import { compareDescending, ltOf } from './find-pending.ts';
import { type PendingAction, type PendingTypes, pendingActionsOf } from './pending-actions-of.ts';

/** An action of a pending trace, and its text without transactions. */
export interface PrintedPendingAction {
  readonly action: PendingAction;
  /** Printed when it is asked for first. */
  readonly text: () => JsonText;
  /** Those of the address book. */
  readonly addresses: () => readonly string[];
}

interface KeptActions {
  readonly kind: string;
  readonly actions: readonly PrintedPendingAction[];
}

/** Clients ask again and again for the same: of each trace what the last kind of requests got is kept. */
const kept = new WeakMap<PendingTrace, KeptActions>();

/**
 * Returns the actions of a trace that a client gets, the newest first. They are kept as long as the trace, which is
 * another one when anything of it changes, and take at most as much memory.
 */
export function printedActionsOf(
  trace: PendingTrace,
  { shown, kind }: PendingTypes,
  { dialect }: Pick<PendingContext, 'dialect'>,
): readonly PrintedPendingAction[] {
  const known = kept.get(trace);
  if (known !== undefined && known.kind === kind) return known.actions;
  const actions = pendingActionsOf(trace, shown, { dialect }).toSorted(compareNewestFirst).map(printedOnce);
  if (kind !== undefined) kept.set(trace, { kind, actions });
  return actions;
}

function printedOnce(action: PendingAction): PrintedPendingAction {
  let text: JsonText | undefined;
  let addresses: readonly string[] | undefined;
  return {
    action,
    text: () => (text ??= [actionText({ members: action.members, transactions: [] }).join('')]),
    addresses: () => (addresses ??= [...new Set(addressesOfAction(action.members))]),
  };
}

function compareNewestFirst({ members: left }: PendingAction, { members: right }: PendingAction): number {
  return (
    compareDescending(ltOf(left['end_lt']), ltOf(right['end_lt'])) ||
    compareDescending(ltOf(left['start_lt']), ltOf(right['start_lt'])) ||
    (String(left['action_id']) < String(right['action_id']) ? -1 : 1)
  );
}
