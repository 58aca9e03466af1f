import type { DialectName, QueryFault, QueryRules } from '@tonriver/api-model';
import type { BodyDecoding } from '@tonriver/message-bodies';
import type { GatewayError } from '../gateway-error.ts';
import type { Refuse } from './refuse.ts';

/** The page to answer, within the dialect's bounds. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The decoded body of a message in the form of a dialect; `undefined` leaves the member out. */
type RenderedBody = unknown;

/**
 * The differences between the two dialects, as data and pure functions. The routes are the same for both: rows, order
 * and visibility do not depend on the dialect.
 */
export interface Dialect {
  readonly name: DialectName;
  /** Status of an invalid request. */
  readonly badRequestStatus: 400 | 422;
  /** The shard endpoints return and page over the transactions of the blocks, instead of the blocks. */
  readonly hasShardTransactions: boolean;
  /** Messages contain the hashes of the transactions at both of their ends. */
  readonly hasMessageTransactions: boolean;
  /** Transactions contain the hash of the external message that began their trace. */
  readonly hasTraceExternalHash: boolean;
  /** A state between two transactions of one block has the status that they prove, and not only its hash. */
  readonly hasStatusBetween: boolean;
  /** How names of parameters are read. */
  readonly queryRules: QueryRules;
  /** Paths of v3, and members of bodies of v3, are found in any case. */
  readonly ignoresCase: boolean;
  /** Bodies of v3 may be of any type that ends in `json`, or forms, as in the deployed service. */
  readonly readsAnyBody: boolean;
  /** `Content-Type` of answers. */
  readonly contentType: string;
  /** A list of transaction hashes orders transactions by hash, as in the deployed service. */
  readonly ordersByHash: boolean;
  /** A missing transaction hash is an error. In the deployed service it is the hash of no transaction. */
  readonly requiresTransactionHash: boolean;
  /** A list of transactions has cursors beside offsets. Its order is then always by lt. */
  readonly hasCursors: boolean;
  /** A window of Unix time orders transactions by their time, then by lt, as in the deployed service. */
  readonly ordersByTime: boolean;
  /** Prints a shard, given in the signed form. */
  readonly shard: (shard: bigint) => string;
  /** Prints an opcode, given in the unsigned form. */
  readonly opcode: (opcode: number) => number | string;
  readonly messageBody: (decoding: BodyDecoding) => RenderedBody;
  readonly decodedBody: (decoding: BodyDecoding) => RenderedBody;
  /** Moves values into bounds. @throws {GatewayError} when the dialect refuses them instead */
  readonly page: (
    values: { readonly limit?: number | undefined; readonly offset?: number | undefined },
    limitDefault: number,
  ) => Page;
  /** Reads the masterchain seqno of the shard endpoints. @throws {GatewayError} when the dialect requires it */
  readonly requiredSeqno: (seqno: number | undefined) => number;
  readonly queryError: (faults: readonly QueryFault[]) => GatewayError;
  readonly badRequest: Refuse;
}

/** Highest `limit` of every endpoint. */
export const LIMIT_MAX = 1000;
