import { expandActionTypes, RULES_VERSION } from '@tonriver/actions';
import { unpackAccountOfTrace } from '@tonriver/block-rows';
import { rawAddress } from '@tonriver/api-model';
import { hexOf } from '@tonriver/chain-reader';
import type { ClassifiedTraceRow } from '@tonriver/row-schema';
import { base64Of } from '../../answers/base64.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import { missingTransaction } from './trace-transactions.ts';

/** An action as the action-classifier stores it. */
export interface StoredAction {
  readonly action_id: string;
  readonly start_lt: string;
  readonly end_lt: string;
  readonly start_utime: number;
  readonly end_utime: number;
  /** Numbers of transactions and of accounts of the trace. */
  readonly transactions: readonly number[];
  readonly accounts: readonly number[];
  readonly success: boolean;
  /** As it is shown: an action with extra currencies has another name. */
  readonly type: string;
  readonly stored_type: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly raw_action?: Readonly<Record<string, unknown>>;
  readonly ancestor_type?: readonly string[];
  readonly is_hidden?: boolean;
  readonly has_external_hash_norm?: boolean;
  /** What the first dialect says differently. */
  readonly contract?: { readonly details?: Readonly<Record<string, unknown>>; readonly success?: boolean };
}

/** Reads the actions of a trace, ordered by end_lt and id. */
export function actionsOfRow({ actions }: Pick<ClassifiedTraceRow, 'actions'>): StoredAction[] {
  return actions.map((text) => JSON.parse(text) as StoredAction).toSorted(compareByEnd);
}

function compareByEnd(left: StoredAction, right: StoredAction): number {
  const [leftLt, rightLt] = [BigInt(left.end_lt), BigInt(right.end_lt)];
  if (leftLt !== rightLt) return leftLt < rightLt ? -1 : 1;
  if (left.action_id === right.action_id) return 0;
  return left.action_id < right.action_id ? -1 : 1;
}

/** Whether the trace will be classified again: no answer with it may be kept. */
export function isProvisional({
  knowsInterfaces,
  rulesVersion,
}: Pick<ClassifiedTraceRow, 'knowsInterfaces' | 'rulesVersion'>): boolean {
  return !knowsInterfaces || rulesVersion < RULES_VERSION;
}

/** Which actions a client gets. */
export interface ActionTypes {
  readonly supported: ReadonlySet<string>;
  /** Takes the place of `supported` for an action's own type. */
  readonly included: ReadonlySet<string> | undefined;
  readonly excluded: ReadonlySet<string>;
}

/** What a request says of types: lists, because a request is the key of its answer in the cache. */
export interface RequestedTypes {
  /** `supported_action_types`; by default the latest version. */
  readonly supported?: readonly string[] | undefined;
  readonly included?: readonly string[] | undefined;
  readonly excluded?: readonly string[] | undefined;
}

export function actionTypesOf({ supported = ['latest'], included, excluded = [] }: RequestedTypes): ActionTypes {
  return {
    supported: expandActionTypes(supported),
    included: included === undefined ? undefined : new Set(included),
    excluded: new Set(excluded),
  };
}

/** Lists may be repeated or have commas; undefined: none is named. */
export function typesIn(texts: readonly string[] | undefined): readonly string[] | undefined {
  const types = texts?.flatMap((text) => text.split(',')).filter((type) => type !== '');
  return types === undefined || types.length === 0 ? undefined : types;
}

export function isShown(action: StoredAction, types: ActionTypes, dialect: Dialect): boolean {
  if (action.is_hidden === true && dialect.name !== 'contract') return false;
  const { supported, included = supported, excluded } = types;
  if (!included.has(action.stored_type) || excluded.has(action.stored_type)) return false;
  return action.ancestor_type?.some((ancestor) => supported.has(ancestor)) !== true;
}

/** The members of an action in an answer. */
export function shownAction(
  row: ClassifiedTraceRow,
  action: StoredAction,
  dialect: Dialect,
  { withAccounts }: { readonly withAccounts: boolean },
): Readonly<Record<string, unknown>> {
  const correction = dialect.name === 'contract' ? action.contract : undefined;
  const accounts = withAccounts ? accountsOf(row, action) : [];
  return {
    trace_id: base64Of(row.traceId),
    action_id: action.action_id,
    start_lt: action.start_lt,
    end_lt: action.end_lt,
    start_utime: action.start_utime,
    end_utime: action.end_utime,
    trace_end_lt: row.endLt.toString(),
    trace_end_utime: row.endUtime,
    trace_mc_seqno_end: row.mcSeqnoEnd,
    transactions: transactionsOf(row, action),
    success: correction?.success ?? action.success,
    type: action.type,
    details: correction?.details ?? action.details,
    ...(action.raw_action === undefined ? {} : { raw_action: action.raw_action }),
    ...(row.externalHash === null ? {} : { trace_external_hash: base64Of(row.externalHash) }),
    ...(row.externalHashNorm === null || action.has_external_hash_norm !== true
      ? {}
      : { trace_external_hash_norm: base64Of(row.externalHashNorm) }),
    ...(accounts.length === 0 ? {} : { accounts }),
    finality: 'finalized',
  };
}

/** Hashes of an action's transactions, base64. */
export function transactionsOf(row: Pick<ClassifiedTraceRow, 'transactions'>, action: StoredAction): string[] {
  return action.transactions.map((number) => {
    const hash = row.transactions[number];
    if (hash === undefined) throw missingTransaction();
    return base64Of(hash);
  });
}

/** Raw addresses of an action's accounts. */
export function accountsOf(row: Pick<ClassifiedTraceRow, 'accounts'>, action: StoredAction): string[] {
  return action.accounts.flatMap((number) => {
    const packed = row.accounts[number];
    const account = packed === undefined ? undefined : unpackAccountOfTrace(packed);
    return account === undefined ? [] : [rawAddress(account.workchain, hexOf(account.account))];
  });
}

const RAW = /^-?\d+:[0-9A-F]{64}$/;

/** Every address in a value of an answer. */
export function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return RAW.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(addressesIn);
}
