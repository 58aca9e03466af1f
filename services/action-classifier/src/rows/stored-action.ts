import { type Action, type ActionContent, contentOf, mayDifferByDialect } from '@tonriver/actions';

/** Numbers of the transactions and accounts of a trace, by which its actions name them. */
export interface TraceNumbers {
  readonly transactions: ReadonlyMap<string, number>;
  readonly accounts: ReadonlyMap<string, number>;
}

/** What the other dialect says differently; undefined where it says the same. */
interface Correction {
  readonly details: ActionContent['details'] | undefined;
  readonly success: boolean | undefined;
}

/**
 * Returns an action as `classified_traces.actions` has it: its answer in the drop-in dialect, without what is known of
 * the trace, and what the other dialect says differently. Members that are undefined are left out.
 */
export function storedActionOf(action: Action, numbers: TraceNumbers): string {
  const deployed = contentOf(action, 'toncenter');
  return JSON.stringify({
    action_id: action.actionId,
    start_lt: action.startLt.toString(),
    end_lt: action.endLt.toString(),
    start_utime: action.startUtime,
    end_utime: action.endUtime,
    transactions: action.transactions.map((hash) => numbers.transactions.get(hash) ?? -1),
    success: deployed.success,
    type: deployed.type,
    details: deployed.details,
    raw_action: deployed.raw_action,
    accounts: action.accounts.map((account) => numbers.accounts.get(account) ?? -1),
    stored_type: action.type,
    parent_action_id: action.parentActionId ?? undefined,
    ancestor_type: action.ancestorTypes.length > 0 ? action.ancestorTypes : undefined,
    is_hidden: action.isHidden || undefined,
    has_external_hash_norm: action.hasExternalHashNorm || undefined,
    contract: mayDifferByDialect(action) ? correctionOf(deployed, contentOf(action, 'contract')) : undefined,
  });
}

function correctionOf(deployed: ActionContent, contract: ActionContent): Correction | undefined {
  const details = isSame(contract.details, deployed.details) ? undefined : contract.details;
  const success = contract.success === deployed.success ? undefined : contract.success;
  return details === undefined && success === undefined ? undefined : { details, success };
}

function isSame(one: ActionContent['details'], other: ActionContent['details']): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
