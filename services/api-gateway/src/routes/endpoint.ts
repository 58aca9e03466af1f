import type { JsonText } from '../answers/json-text.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { ChainReader } from '../reading/chain-reader.ts';
import type { Visibility } from '../reading/watermark.ts';

/** The readers and settings for one request. */
export interface EndpointContext {
  readonly dialect: Dialect;
  readonly reader: ChainReader;
  /** The same for the whole request, so that an answer never mixes two watermarks. */
  readonly visibility: Visibility;
  readonly isTestnet: boolean;
  readonly wantsAddressBook: boolean;
}

export interface EndpointAnswer {
  readonly text: JsonText;
  /** The number of rows without the page's bounds, for `X-Total-Count`. */
  readonly totalCount?: number;
  /** False for an answer that may change while the watermark stays the same. */
  readonly isCacheable?: boolean;
}

/** An endpoint that reads. Parameters are checked first; then the answer is made, or found in the cache. */
export interface Endpoint<Query> {
  /** Last part of the path, and part of cache keys and metric labels. */
  readonly name: string;
  /** @throws {GatewayError} with the dialect's text and status */
  readonly parse: (dialect: Dialect, parameters: URLSearchParams) => Query;
  readonly answer: (query: Query, context: EndpointContext) => Promise<EndpointAnswer>;
}
