import { type Action, answerOf, type JsonValue, mayDifferByDialect } from '@tonriver/actions';

type JsonObject = Readonly<Record<string, JsonValue>>;

/** Numbers of the transactions and accounts of a trace, by which its actions name them. */
export interface TraceNumbers {
  readonly transactions: ReadonlyMap<string, number>;
  readonly accounts: ReadonlyMap<string, number>;
}

/** Members of an answer that the row of the trace has already. */
const ofTrace: ReadonlySet<string> = new Set([
  'trace_id',
  'trace_end_lt',
  'trace_end_utime',
  'trace_mc_seqno_end',
  'trace_external_hash',
  'trace_external_hash_norm',
  'finality',
]);

/**
 * Returns an action as `classified_traces.actions` has it: its answer in the drop-in dialect, without what is known of
 * the trace, and what the other dialect says differently.
 */
export function storedActionOf(action: Action, numbers: TraceNumbers): string {
  const deployed = answerOf(action, 'toncenter');
  const stored: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(deployed)) if (!ofTrace.has(name)) stored[name] = value;
  stored['transactions'] = action.transactions.map((hash) => numbers.transactions.get(hash) ?? -1);
  stored['accounts'] = action.accounts.map((account) => numbers.accounts.get(account) ?? -1);
  stored['stored_type'] = action.type;
  if (action.parentActionId !== null) stored['parent_action_id'] = action.parentActionId;
  if (action.ancestorTypes.length > 0) stored['ancestor_type'] = action.ancestorTypes;
  if (action.isHidden) stored['is_hidden'] = true;
  if (action.hasExternalHashNorm) stored['has_external_hash_norm'] = true;
  const corrected = mayDifferByDialect(action) ? correctionOf(deployed, answerOf(action, 'contract')) : undefined;
  if (corrected !== undefined) stored['contract'] = corrected;
  return JSON.stringify(stored);
}

function correctionOf(deployed: JsonObject, contract: JsonObject): JsonObject | undefined {
  const corrected: Record<string, JsonValue> = {};
  for (const name of ['details', 'success']) {
    const value = contract[name] ?? null;
    if (JSON.stringify(value) !== JSON.stringify(deployed[name] ?? null)) corrected[name] = value;
  }
  return Object.keys(corrected).length === 0 ? undefined : corrected;
}
