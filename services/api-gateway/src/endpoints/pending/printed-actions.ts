import type { PendingTrace } from '@tonriver/pending-store';
import type { JsonText } from '../../answers/json-text.ts';
import { actionText, addressesOfAction } from '../actions/print-actions.ts';
import type { PendingContext } from '../endpoint-definition.ts';
import { compareDescending, ltOf } from './find-pending.ts';
import { type PendingAction, type PendingTypes, pendingActionsOf } from './pending-actions-of.ts';

/** An action of a pending trace, printed without its transactions. */
export interface PrintedPendingAction {
  readonly action: PendingAction;
  readonly text: JsonText;
  /** Those of the address book. */
  readonly addresses: readonly string[];
}

/** Clients ask again and again for the same: of each trace what the last two kinds of requests got is kept. */
const KINDS_MAX = 2;

const printed = new WeakMap<PendingTrace, Map<string, readonly PrintedPendingAction[]>>();

/**
 * Returns the actions of a trace that a client gets, the newest first. They are kept as long as the trace, which is
 * another one when anything of it changes.
 */
export function printedActionsOf(
  trace: PendingTrace,
  types: PendingTypes,
  { dialect }: Pick<PendingContext, 'dialect'>,
): readonly PrintedPendingAction[] {
  const kinds = printed.get(trace) ?? new Map<string, readonly PrintedPendingAction[]>();
  printed.set(trace, kinds);
  const known = kinds.get(types.kind);
  if (known !== undefined) return known;
  const actions = pendingActionsOf(trace, types.shown, { dialect })
    .toSorted(compareNewestFirst)
    .map((action) => ({
      action,
      text: [actionText({ members: action.members, transactions: [] }).join('')],
      addresses: [...new Set(addressesOfAction(action.members))],
    }));
  if (kinds.size >= KINDS_MAX) kinds.delete(kinds.keys().next().value ?? '');
  kinds.set(types.kind, actions);
  return actions;
}

function compareNewestFirst({ members: left }: PendingAction, { members: right }: PendingAction): number {
  return (
    compareDescending(ltOf(left['end_lt']), ltOf(right['end_lt'])) ||
    compareDescending(ltOf(left['start_lt']), ltOf(right['start_lt'])) ||
    (String(left['action_id']) < String(right['action_id']) ? -1 : 1)
  );
}
