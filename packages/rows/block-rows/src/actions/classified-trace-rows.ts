import {
  type ActionPlaceRow,
  type ActionsProgressRow,
  actionsProgressTable,
  type ClassifiedTraceRow,
  classifiedTracesTable,
  hashPrefixOf,
  type TraceAccountRow,
} from '@tonriver/row-schema';
import { type AssembledRange, versionOfRange } from '../rounds/assembled-range.ts';
import { rowChecksum } from '../row-checksum.ts';

/** Returns the row with its checksum. */
export function checkedTraceRow(row: Omit<ClassifiedTraceRow, 'checksum'>): ClassifiedTraceRow {
  return { ...row, checksum: rowChecksum(classifiedTracesTable, { ...row, checksum: 0n }) };
}

/** Returns the row with its checksum. */
export function checkedProgressRow(row: Omit<ActionsProgressRow, 'checksum'>): ActionsProgressRow {
  return { ...row, checksum: rowChecksum(actionsProgressTable, { ...row, checksum: 0n }) };
}

/**
 * Returns the version of a classification. One in a range that begins earlier outranks others, then newer rules, then
 * interfaces that newer rules found, then interfaces that were known.
 */
export function versionOfClassification({
  range,
  rules,
  generation,
  knowsInterfaces,
}: {
  readonly range: Pick<AssembledRange, 'first'>;
  readonly rules: number;
  readonly generation: number;
  readonly knowsInterfaces: boolean;
}): bigint {
  const own = rules * 2 ** 17 + generation * 2 + (knowsInterfaces ? 1 : 0);
  return (versionOfRange(range) << 32n) + BigInt(own);
}

/** Returns the first round of the range in which a version was made. */
export function rangeOfVersion(version: bigint): number {
  return Number(2n ** 32n - (version >> 32n));
}

const HASH_BYTES = 32;
/** The workchain, the account, and whether it has a transaction. */
const ACCOUNT_BYTES = 4 + HASH_BYTES + 1;

/** An account of a trace. */
export interface AccountOfTrace {
  readonly workchain: number;
  readonly account: Uint8Array;
  readonly hasTransaction: boolean;
}

export function packAccountOfTrace({ workchain, account, hasTransaction }: AccountOfTrace): Uint8Array {
  const packed = new Uint8Array(ACCOUNT_BYTES);
  packed[0] = workchain >> 24;
  packed[1] = workchain >> 16;
  packed[2] = workchain >> 8;
  packed[3] = workchain;
  for (let at = 0; at < HASH_BYTES; at += 1) packed[4 + at] = account[at]!;
  packed[ACCOUNT_BYTES - 1] = hasTransaction ? 1 : 0;
  return packed;
}

/** Reads what `packAccountOfTrace` packed; undefined when it has another length. */
export function unpackAccountOfTrace(packed: Uint8Array): AccountOfTrace | undefined {
  if (packed.length !== ACCOUNT_BYTES) return undefined;
  // A view would take ten times as long: the first one of a small array moves its bytes out of the heap.
  const account = new Uint8Array(HASH_BYTES);
  for (let at = 0; at < HASH_BYTES; at += 1) account[at] = packed[4 + at]!;
  return {
    workchain: (packed[0]! << 24) | (packed[1]! << 16) | (packed[2]! << 8) | packed[3]!,
    account,
    hasTransaction: packed[ACCOUNT_BYTES - 1] === 1,
  };
}

type KeyOfTrace = Pick<ClassifiedTraceRow, 'endLt' | 'traceId'>;

/** The rows by which a trace is found by its accounts. */
export function traceAccountRows(trace: KeyOfTrace & Pick<ClassifiedTraceRow, 'accounts'>): TraceAccountRow[] {
  const { endLt, traceId, accounts } = trace;
  const rows: TraceAccountRow[] = [];
  for (const packed of accounts) {
    const unpacked = unpackAccountOfTrace(packed);
    if (unpacked === undefined) continue;
    const { workchain, account, hasTransaction } = unpacked;
    rows.push({ workchain, account, endLt, traceId, hasTransaction });
  }
  return rows;
}

/** The rows by which a trace is found by its actions. Ids are base64. */
export function actionPlaceRows({ endLt, traceId }: KeyOfTrace, actionIds: readonly string[]): ActionPlaceRow[] {
  return actionIds.map((id) => ({ hashPrefix: hashPrefixOf(Buffer.from(id, 'base64')), endLt, traceId }));
}
