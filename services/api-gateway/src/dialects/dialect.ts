import type { DialectName, QueryFault } from '@tonriver/api-model';
import type { BodyDecoding } from '@tonriver/message-bodies';
import type { GatewayError } from '../gateway-error.ts';

/** Rows to answer, after the dialect's bounds. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The decoded body of a message in the form of a dialect; `undefined` leaves the member out. */
type RenderedBody = unknown;

/**
 * Where the two dialects differ, as data and pure functions. The routes are the same for both: what they read, in which
 * order and what is visible does not depend on the dialect.
 */
export interface Dialect {
  readonly name: DialectName;
  /** Status of a request that does not fit. */
  readonly badRequestStatus: 400 | 422;
  /** The shard endpoints answer with the transactions of the blocks, and page over them instead of over the blocks. */
  readonly hasShardTransactions: boolean;
  /** Messages name the transactions at both of their ends. */
  readonly hasMessageTransactions: boolean;
  /** Transactions name the external message that began their trace. */
  readonly hasTraceExternalHash: boolean;
  /** A state between two transactions of one block has the status that its neighbours prove, and not only its hash. */
  readonly hasStatusBetween: boolean;
  /** The `X-Timeout` header and its like, as the deployed service has them. */
  readonly defaultLimits: { readonly transactions: number; readonly shardBlocks: number };
  /** A shard in an answer; takes the signed form. */
  readonly shard: (shard: bigint) => string;
  /** An opcode in a message; takes the unsigned form. */
  readonly opcode: (opcode: number) => number | string;
  readonly messageBody: (decoding: BodyDecoding) => RenderedBody;
  readonly decodedBody: (decoding: BodyDecoding) => RenderedBody;
  /** @throws {GatewayError} when the values are out of bounds and the dialect does not move them inside */
  readonly page: (
    values: { readonly limit?: number | undefined; readonly offset?: number | undefined },
    limitDefault: number,
  ) => Page;
  /** The masterchain seqno of the shard endpoints. @throws {GatewayError} when the dialect insists on it */
  readonly requiredSeqno: (seqno: number | undefined) => number;
  readonly queryError: (faults: readonly QueryFault[]) => GatewayError;
  readonly badRequest: (text: string) => GatewayError;
}

/** Highest `limit` of every endpoint. */
export const LIMIT_MAX = 1000;
