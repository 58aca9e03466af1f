import { versionOfRange } from '@tonriver/block-rows';
import { type ActionsSeqno, bytesLiteral, checkCallerWaits, hexOf } from '@tonriver/chain-reader';
import { type ClassifiedTraceRow, classifiedTracesTable, columnsSql, stringLiteral } from '@tonriver/row-schema';
import type { AccountKey } from '../accounts/account-key.ts';
import type { ReadingContext } from '../endpoint-definition.ts';

import type { TraceFilters, TraceRequest } from './trace-request.ts';
import { keysOfActions, keysOfTraces, type NamedTraces, type TraceKey } from './traces-of-hashes.ts';

/** The most traces that one request looks at. */
const TRACES_MAX = 5_000;
const TRACES_PER_READ = 500;
/** Whole rows that are in memory at once: a row has all actions of its trace, of which there may be thousands. */
const ROWS_PER_READ = { least: 16, most: 64 } as const;
/** Actions that are looked at in one turn of the event loop. */
const ACTIONS_PER_TURN = 500;
const TOO_MANY_TRACES =
  `offset is too large or filters are too broad: more than ${TRACES_MAX} traces would have to be read; ` +
  'start_lt and end_lt narrow them';

const { columns } = classifiedTracesTable;
const keyColumns = [columns[0], columns[1]] as const;
const orderedColumns = [columns[0], columns[1], columns[3]] as const;

export interface TraceWalk {
  readonly context: ReadingContext;
  readonly request: TraceRequest;
  readonly actions: ActionsSeqno;
  readonly named: NamedTraces;
  /** Only traces with an action of one of these types; undefined: all. */
  readonly types?: readonly string[] | undefined;
  /** Only traces in which the account has a transaction, not those in which an action names it. */
  readonly isOwnAccount: boolean;
}

interface OrderedKey extends TraceKey {
  readonly endUtime: number;
}

/**
 * Hands traces to `visit` in the order of the request until it says that it has enough. Each trace is one row with all
 * of its actions, so a classification that is replaced meanwhile is seen whole, before or after.
 *
 * @throws {GatewayError} `bad_request` when more than 5,000 traces would be looked at
 */
export async function walkTraces(walk: TraceWalk, visit: (row: ClassifiedTraceRow) => boolean): Promise<void> {
  const { dialect, reader } = walk.context;
  const fixed = await fixedKeys(walk);
  let after: OrderedKey | undefined;
  for (let seen = 0; ; ) {
    const keys = await reader.walking.run(() => nextKeys(walk, fixed, after), TRACES_PER_READ);
    if (await visitRows(walk, keys, visit)) return;
    if (keys.length < TRACES_PER_READ) return;
    seen += keys.length;
    if (seen >= TRACES_MAX) throw dialect.badRequest(TOO_MANY_TRACES);
    after = keys.at(-1);
  }
}

/** Reads rows some at a time, and hands them on. Returns whether `visit` has enough. */
async function visitRows(
  walk: TraceWalk,
  keys: readonly TraceKey[],
  visit: (row: ClassifiedTraceRow) => boolean,
): Promise<boolean> {
  const { limit, offset } = walk.request.page;
  const perRead = Math.min(ROWS_PER_READ.most, Math.max(ROWS_PER_READ.least, limit + offset));
  let looked = 0;
  for (let from = 0; from < keys.length; from += perRead) {
    const some = keys.slice(from, from + perRead);
    const rows = await readRows(walk, some);
    checkCallerWaits();
    for (const key of some) {
      const row = rows.get(textOfKey(key));
      if (row === undefined || !matches(walk, row)) continue;
      if (visit(row)) return true;
      looked += row.actions.length;
      if (looked < ACTIONS_PER_TURN) continue;
      looked = 0;
      await new Promise((resolve) => setImmediate(resolve));
      checkCallerWaits();
    }
  }
  return false;
}

/** The keys that hashes lead to; undefined when the request names none. */
async function fixedKeys({ context, request, named }: TraceWalk): Promise<readonly TraceKey[] | undefined> {
  const { actionIds } = request.filters;
  const lists = [
    ...(named.traceIds === undefined ? [] : [await keysOfTraces(context, named.traceIds)]),
    ...(actionIds === undefined ? [] : [await keysOfActions(context, actionIds)]),
  ];
  const [first, second] = lists;
  if (first === undefined || second === undefined) return first;
  const others = new Set(second.map(textOfKey));
  return first.filter((key) => others.has(textOfKey(key)));
}

async function nextKeys(
  walk: TraceWalk,
  fixed: readonly TraceKey[] | undefined,
  after: OrderedKey | undefined,
): Promise<readonly OrderedKey[]> {
  const { account } = walk.request.filters;
  if (fixed?.length === 0 || account === 'none') return [];
  if (fixed === undefined && account !== undefined) return await keysOfAccount(walk, account, after);
  const { order, orderBy } = walk.request;
  // Few rows are read as soon as they are looked for, and `matches` sorts out what the request does not ask for.
  if (fixed !== undefined && fixed.length <= ROWS_PER_READ.least && orderBy === 'end_lt') {
    return after === undefined ? inOrder(fixed, order) : [];
  }
  const conditions = conditionsOf(walk);
  if (fixed !== undefined) conditions.push(`(end_lt, trace_id) IN (${fixed.map(tupleOf).join(', ')})`);
  if (after !== undefined) {
    const value = orderBy === 'end_lt' ? after.endLt : after.endUtime;
    const isBehind = order === 'asc' ? '>' : '<';
    conditions.push(`(${orderBy}, trace_id) ${isBehind} (${value}, ${bytesLiteral(after.traceId)})`);
  }
  return await walk.context.reader.stores.gated.select(
    orderedColumns,
    `SELECT DISTINCT ${columnsSql(orderedColumns)} FROM classified_traces WHERE ${conditions.join(' AND ')}
     ORDER BY ${orderBy} ${order}, trace_id ${order} LIMIT ${TRACES_PER_READ}`,
  );
}

/** Sorts keys by lt as the tables do, each once. */
function inOrder(keys: readonly TraceKey[], order: 'asc' | 'desc'): readonly OrderedKey[] {
  const distinct = new Map(keys.map((key) => [textOfKey(key), { ...key, endUtime: 0 }]));
  const sorted = [...distinct.values()].toSorted((left, right) => {
    if (left.endLt !== right.endLt) return left.endLt < right.endLt ? -1 : 1;
    return Buffer.compare(left.traceId, right.traceId);
  });
  return order === 'asc' ? sorted : sorted.toReversed();
}

async function keysOfAccount(
  walk: TraceWalk,
  { workchain, accountHex }: AccountKey,
  after: OrderedKey | undefined,
): Promise<readonly OrderedKey[]> {
  const { order, filters } = walk.request;
  const conditions = [
    `workchain = ${workchain}`,
    `account = ${bytesLiteral(Buffer.from(accountHex, 'hex'))}`,
    ...(walk.isOwnAccount ? ['has_transaction'] : []),
    ...ltConditions(filters),
  ];
  if (after !== undefined) {
    const isBehind = order === 'asc' ? '>' : '<';
    conditions.push(`(end_lt, trace_id) ${isBehind} (${after.endLt}, ${bytesLiteral(after.traceId)})`);
  }
  const keys = await walk.context.reader.stores.gated.select(
    keyColumns,
    `SELECT DISTINCT ${columnsSql(keyColumns)} FROM trace_accounts WHERE ${conditions.join(' AND ')}
     ORDER BY end_lt ${order}, trace_id ${order} LIMIT ${TRACES_PER_READ}`,
  );
  return keys.map((key) => ({ ...key, endUtime: 0 }));
}

/** Conditions that the newest row of a trace meets when it matches; an older one may meet them too. */
function conditionsOf({ request: { filters }, actions, types }: TraceWalk): string[] {
  const { mcSeqno, startUtime, endUtime } = filters;
  return [
    `mc_seqno_end <= ${actions.lastSeqno}`,
    ...(mcSeqno === undefined ? [] : [`mc_seqno_end = ${mcSeqno}`]),
    ...(startUtime === undefined ? [] : [`end_utime >= ${startUtime}`]),
    ...(endUtime === undefined ? [] : [`end_utime <= ${endUtime}`]),
    ...ltConditions(filters),
    ...(types === undefined ? [] : [`hasAny(action_types, [${types.map(stringLiteral).join(', ')}])`]),
  ];
}

function ltConditions({ startLt, endLt }: TraceFilters): string[] {
  return [
    ...(startLt === undefined ? [] : [`end_lt >= ${startLt}`]),
    ...(endLt === undefined ? [] : [`end_lt <= ${endLt}`]),
  ];
}

/** Reads the current classification of traces, by `textOfKey`. Those of other ranges are left out. */
async function readRows(
  { context, actions }: TraceWalk,
  keys: readonly TraceKey[],
): Promise<ReadonlyMap<string, ClassifiedTraceRow>> {
  if (keys.length === 0) return new Map();
  const range = versionOfRange({ first: actions.rangeSeqno });
  const rows = await context.reader.stores.gated.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM classified_traces
     WHERE (end_lt, trace_id) IN (${keys.map(tupleOf).join(', ')}) AND bitShiftRight(version, 32) = ${range}
     ORDER BY end_lt, trace_id, version DESC LIMIT 1 BY end_lt, trace_id`,
  );
  return new Map(rows.map((row) => [textOfKey(row), row]));
}

function matches({ request: { filters }, actions, types }: TraceWalk, row: ClassifiedTraceRow): boolean {
  const { mcSeqno, startUtime = 0, endUtime = Infinity, startLt = 0n, endLt } = filters;
  return (
    row.mcSeqnoEnd <= actions.lastSeqno &&
    (types === undefined || row.actionTypes.some((type) => types.includes(type))) &&
    (mcSeqno === undefined || row.mcSeqnoEnd === mcSeqno) &&
    startUtime <= row.endUtime &&
    row.endUtime <= endUtime &&
    startLt <= row.endLt &&
    (endLt === undefined || row.endLt <= endLt)
  );
}

function textOfKey({ endLt, traceId }: TraceKey): string {
  return `${endLt} ${hexOf(traceId)}`;
}

function tupleOf({ endLt, traceId }: TraceKey): string {
  return `(${endLt}, ${bytesLiteral(traceId)})`;
}
