import type { Action } from './action.ts';
import { type ActionsVersion, actionsVersions, expandActionTypes } from './action-types.ts';
import { type ActionsDialect, detailsOf, jsonOf, type JsonValue, opcodeText, rowOf } from './details.ts';

type JsonObject = Record<string, JsonValue>;

const versions = actionsVersions.map((version) => [version, expandActionTypes([version])] as const);

/** True when a client who asks for these types (`expandActionTypes`) gets the action. */
export function isVisible(
  { type, ancestorTypes }: Pick<Action, 'type' | 'ancestorTypes'>,
  types: ReadonlySet<string>,
): boolean {
  return types.has(type) && !ancestorTypes.some((ancestor) => types.has(ancestor));
}

/** The versions of `supported_action_types` with which a client gets the action. */
export function versionsWith(action: Action): ActionsVersion[] {
  return versions.filter(([, types]) => isVisible(action, types)).map(([version]) => version);
}

function hasAny(currencies: Readonly<Record<string, string>> = {}): boolean {
  for (const _ in currencies) return true;
  return false;
}

/** Types of actions that are shown under another name when their message carries extra currencies. */
function shownTypeOf({ type, row }: Action): string {
  const isMessage = type === 'call_contract' || type === 'ton_transfer';
  return isMessage && hasAny(row.value_extra_currencies) ? 'extra_currency_transfer' : type;
}

/** What an answer says of an action apart from its trace: what it is, and whether it succeeded. */
export interface ActionContent {
  readonly success: boolean;
  /** As it is shown. */
  readonly type: string;
  readonly details: JsonObject;
  /** The columns of an action whose details cannot be shown. */
  readonly raw_action: JsonObject | undefined;
}

export function contentOf(action: Action, dialect: ActionsDialect): ActionContent {
  const details = detailsOf(action, dialect);
  return {
    success: successOf(action, dialect),
    type: shownTypeOf(action),
    details,
    raw_action: 'error' in details ? rawActionOf(action) : undefined,
  };
}

/** The action as `/api/v3/actions` answers it, accounts included. */
export function answerOf(action: Action, dialect: ActionsDialect): JsonObject {
  const { trace, accounts } = action;
  const { raw_action, ...content } = contentOf(action, dialect);
  return {
    trace_id: trace.traceId,
    action_id: action.actionId,
    start_lt: action.startLt.toString(),
    end_lt: action.endLt.toString(),
    start_utime: action.startUtime,
    end_utime: action.endUtime,
    trace_end_lt: trace.endLt.toString(),
    trace_end_utime: trace.endUtime,
    trace_mc_seqno_end: trace.seqnoEnd,
    transactions: action.transactions,
    ...content,
    ...(raw_action === undefined ? {} : { raw_action }),
    ...externalHashes(action),
    ...(accounts.length > 0 ? { accounts } : {}),
    finality: 'finalized',
  };
}

function successOf({ isSuccess, correction }: Action, dialect: ActionsDialect): boolean {
  return dialect === 'contract' && correction?.isFailed !== undefined ? !correction.isFailed : isSuccess;
}

function externalHashes({ trace, hasExternalHashNorm }: Action): JsonObject {
  const hashes: JsonObject = {};
  if (trace.externalHash !== null) hashes['trace_external_hash'] = trace.externalHash;
  if (trace.externalHashNorm !== null && hasExternalHashNorm) {
    hashes['trace_external_hash_norm'] = trace.externalHashNorm;
  }
  return hashes;
}

/** The action as a database row, without nulls. Large integers are decimal text. */
export function databaseRowOf(action: Action, dialect: ActionsDialect = 'toncenter'): JsonObject {
  const { trace } = action;
  const row: JsonObject = {
    trace_id: trace.traceId,
    type: action.type,
    action_id: action.actionId,
    tx_hashes: action.transactions,
    start_lt: action.startLt.toString(),
    end_lt: action.endLt.toString(),
    start_utime: action.startUtime,
    end_utime: action.endUtime,
    success: successOf(action, dialect),
    mc_seqno_end: action.seqnoEnd,
    accounts: action.accounts,
    trace_end_lt: trace.endLt.toString(),
    trace_end_utime: trace.endUtime,
    ...externalHashes(action),
    trace_mc_seqno_end: trace.seqnoEnd,
  };
  for (const [column, value] of Object.entries(rowOf(action, dialect))) {
    const json = column === 'opcode' ? opcodeColumn(action, value as number | null) : jsonOf(value);
    if (json !== null && !isEmpty(json)) row[column] = json;
  }
  if (action.parentActionId !== null) row['parent_action_id'] = action.parentActionId;
  if (action.ancestorTypes.length > 0) row['ancestor_type'] = action.ancestorTypes;
  return row;
}

const typesWithOpcode: ReadonlySet<string> = new Set(['call_contract', 'contract_deploy', 'nft_mint']);

/** The column holds the exit code of two JVault types, and the opcode of three others. */
function opcodeColumn({ type }: Action, value: number | null): JsonValue {
  if (value === null) return null;
  if (typesWithOpcode.has(type)) return opcodeText(value);
  return type.startsWith('jvault_') ? value : null;
}

function isEmpty(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

/** Names of the database row's members in the deployed server, for details that it cannot show. */
function rawActionOf(action: Action): JsonObject {
  const raw: JsonObject = {};
  for (const [column, value] of Object.entries(databaseRowOf(action))) raw[memberName(column)] = value;
  return raw;
}

function memberName(column: string): string {
  return column
    .split('_')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
}
