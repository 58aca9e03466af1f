import type { Dialect } from '../dialects/dialect.ts';
import type { ChainReader } from '../reading/chain-reader.ts';
import type { Visibility } from '../reading/watermark.ts';

/** The readers and settings that an endpoint answers one request with. */
export interface EndpointContext {
  readonly dialect: Dialect;
  readonly reader: ChainReader;
  /** Fixed for the whole request: an answer never mixes two watermarks. */
  readonly visibility: Visibility;
  readonly isTestnet: boolean;
  readonly wantsAddressBook: boolean;
}

export interface EndpointAnswer {
  /** The JSON value. */
  readonly value: unknown;
  /** Rows without the page's bounds, for `X-Total-Count`. */
  readonly totalCount?: number;
  /** False for an answer that more rows may complete without the watermark moving. */
  readonly isCacheable?: boolean;
}

/** A reading endpoint: parameters are checked first, then the answer is made or found in the cache. */
export interface Endpoint<Query> {
  /** Last part of the path, and part of cache keys and metric labels. */
  readonly name: string;
  /** @throws {GatewayError} in the words of the dialect */
  readonly parse: (dialect: Dialect, parameters: URLSearchParams) => Query;
  readonly answer: (query: Query, context: EndpointContext) => Promise<EndpointAnswer>;
}
