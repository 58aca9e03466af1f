import {
  type ApiAddress,
  limitParameter,
  logicalTimeParameter,
  offsetParameter,
  parseSort,
  textListParameter,
  textParameter,
  unixTimeParameter,
} from '@tonriver/api-model';
import { hexOf } from '@tonriver/chain-reader';
import { type AccountKey, accountsOf } from '../accounts/account-key.ts';
import type { Dialect, Page } from '../../dialects/dialect.ts';

export const supportedTypesParameter = textListParameter(
  'Types that the client knows: names, versions (v1 to v5, latest) or groups',
);

/** Bounds and page of both endpoints. */
export const traceParameters = {
  start_utime: unixTimeParameter('Traces that ended after or at').optional(),
  end_utime: unixTimeParameter('Traces that ended before or at').optional(),
  start_lt: logicalTimeParameter('Traces that ended at or after this logical time').optional(),
  end_lt: logicalTimeParameter('Traces that ended at or before this logical time').optional(),
  limit: limitParameter.optional(),
  offset: offsetParameter.optional(),
  sort: textParameter('Order: asc or desc (default)').optional(),
};

/** Filters of traces, as both endpoints have them. Hashes are upper-case hexadecimal. */
export interface TraceFilters {
  /** `none`: an address that is no account's, which nothing matches. */
  readonly account: AccountKey | 'none' | undefined;
  readonly transactionHashes: readonly string[] | undefined;
  readonly messageHashes: readonly string[] | undefined;
  readonly actionIds: readonly string[] | undefined;
  readonly traceIds: readonly string[] | undefined;
  readonly mcSeqno: number | undefined;
  readonly startUtime: number | undefined;
  readonly endUtime: number | undefined;
  readonly startLt: bigint | undefined;
  readonly endLt: bigint | undefined;
}

/** A checked request for traces, or for the actions in them. */
export interface TraceRequest {
  readonly filters: TraceFilters;
  readonly order: 'asc' | 'desc';
  /** What traces are ordered by; then by their id. */
  readonly orderBy: 'end_lt' | 'end_utime';
  readonly page: Page;
}

/** The parameters that are the same in both endpoints, as they are read. */
interface TraceQuery {
  readonly account?: ApiAddress | undefined;
  readonly tx_hash?: readonly Uint8Array[] | undefined;
  readonly msg_hash?: readonly Uint8Array[] | undefined;
  readonly action_id?: readonly Uint8Array[] | undefined;
  readonly trace_id?: readonly Uint8Array[] | undefined;
  readonly mc_seqno?: number | undefined;
  readonly start_utime?: number | undefined;
  readonly end_utime?: number | undefined;
  readonly start_lt?: bigint | undefined;
  readonly end_lt?: bigint | undefined;
  readonly sort?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** @throws {GatewayError} with the dialect's text and status */
export function readTraceRequest(query: TraceQuery, dialect: Dialect, limitDefault: number): TraceRequest {
  const order = query.sort === undefined ? 'desc' : parseSort(query.sort);
  if (order === undefined) throw dialect.badRequest('wrong value for sort parameter');
  const hasTimes = query.start_utime !== undefined || query.end_utime !== undefined;
  const hasLts = query.start_lt !== undefined || query.end_lt !== undefined;
  // The traces of an account are found in the order of their logical time alone.
  const isByTime = hasTimes && !hasLts && query.account === undefined;
  return {
    filters: {
      account: query.account === undefined ? undefined : (accountsOf([query.account])[0] ?? 'none'),
      transactionHashes: query.tx_hash?.map(hexOf),
      messageHashes: query.msg_hash?.map(hexOf),
      actionIds: query.action_id?.map(hexOf),
      traceIds: query.trace_id?.map(hexOf),
      mcSeqno: query.mc_seqno,
      startUtime: query.start_utime,
      endUtime: query.end_utime,
      startLt: query.start_lt,
      endLt: query.end_lt,
    },
    order,
    orderBy: isByTime ? 'end_utime' : 'end_lt',
    page: dialect.page(query, limitDefault),
  };
}
