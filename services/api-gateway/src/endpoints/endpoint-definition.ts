import type { DialectName, GetMethodExecutor, MessageFollower, MessageTarget } from '@tonriver/api-model';
import type { JsonBounds } from '@tonriver/http-server';
import type { PendingReader } from '@tonriver/pending-store';
import type { z } from 'zod';
import type { Visibility, Watermark, ZeroState } from '@tonriver/chain-reader';
import type { JsonText } from '../answers/json-text.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { IndexedExamples } from '../documentation/indexed-examples.ts';
import type { SlicedWork } from '../sliced-work.ts';
import type { ByDialect } from './by-dialect.ts';
import type { FinishedTraces } from './pending/finished-traces.ts';
import type { EndpointTag } from './tags.ts';
import type { AnswerReader } from '../answers/answer-reader.ts';

/**
 * How an answer is cached: `watermark` for one that is made from stored rows, until the watermark moves; `none` for one
 * that is made anew for each request; `pending` for one that is made anew from stored rows and pending traces.
 */
export type Caching = 'watermark' | 'none' | 'pending';

/** The readers and settings for a request whose answer is made from stored rows. */
export interface ReadingContext {
  readonly dialect: Dialect;
  readonly reader: AnswerReader;
  /** The same for the whole request, so that an answer never mixes two watermarks. */
  readonly visibility: Visibility;
  readonly zeroState: ZeroState;
  readonly isTestnet: boolean;
  readonly wantsAddressBook: boolean;
  readonly wantsMetadata: boolean;
}

/** What a request needs whose answer is made anew. */
export interface WorkContext {
  readonly dialect: Dialect;
  readonly slicedWork: SlicedWork;
  /** Absent: get-methods are refused. */
  readonly executor: GetMethodExecutor | undefined;
  /** Absent: messages are refused. */
  readonly messages: MessageTarget | undefined;
  /** Follows messages that were taken; absent: nobody does. */
  readonly follower: MessageFollower | undefined;
  readonly watermark: Watermark;
  readonly requestTimeoutMs: number;
  readonly getMethodTimeoutMs: number;
  /** Returns what reads stored rows beside. @throws {GatewayError} `not_ready` when nothing is indexed */
  readonly reading: () => Promise<Pick<ReadingContext, 'reader' | 'visibility' | 'isTestnet'>>;
  readonly headerOf: (name: string) => string | undefined;
  /** Returns a signal that aborts when the caller leaves, or after this time. */
  readonly signalFor: (timeoutMs: number) => AbortSignal;
}

/** What a request for pending traces needs. */
export interface PendingContext extends ReadingContext {
  readonly pending: PendingReader;
  readonly finishedTraces: FinishedTraces;
  readonly headerOf: (name: string) => string | undefined;
}

interface Contexts {
  readonly watermark: ReadingContext;
  readonly none: WorkContext;
  readonly pending: PendingContext;
}

export interface EndpointAnswer {
  /** The answer; in v2 the result, around which the envelope is put. */
  readonly text: JsonText;
  /** The number of rows without the page's bounds, for `X-Total-Count`. */
  readonly totalCount?: number;
  /** False for an answer that may change while the watermark stays the same. */
  readonly isCacheable?: boolean;
  /** Of an answer that is made anew. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True for an answer that is made anew from another process's cache. */
  readonly isFromCache?: boolean;
}

/** The request as query parameters: GET. In v2 also the members of a body: POST and jsonRPC. */
export interface QueryInput<Schema extends z.ZodObject, Request> {
  readonly schema: Schema;
  /** Parameters that a dialect does not have, and therefore ignores. */
  readonly absent?: Partial<Readonly<Record<DialectName, readonly (keyof z.output<Schema> & string)[]>>>;
  /** For the document: parameters without which there is never an answer, if the schema does not require them. */
  readonly required?: readonly (keyof z.output<Schema> & string)[];
  /** What the deployed v2 calls parameters of a GET whose value is wrong, instead of telling the value. */
  readonly toldAs?: Partial<Readonly<Record<keyof z.output<Schema> & string, string>>>;
  /** For the document: the default of `limit`. */
  readonly limitDefault?: ByDialect<number>;
  /**
   * Makes the request. Checks between parameters come in the order of the deployed service, so that a request with
   * several errors gets the same answer.
   *
   * @param source where v2 was given the parameters
   * @throws {GatewayError} with the dialect's text and status
   */
  readonly read: (query: z.output<Schema>, dialect: Dialect, source: 'query' | 'body') => Request;
}

/** The request as a JSON body: POST. In v2 also the parameters of jsonRPC. */
interface BodyInput<Request> {
  /** For the document. */
  readonly schema: ByDialect<z.ZodType>;
  /** Limits that the text must keep before it is parsed. The most bytes are those of the settings, if not these. */
  readonly bounds: JsonBounds & { readonly bytesMax?: number };
  /** @throws {GatewayError} with the dialect's text and status */
  readonly read: (body: unknown, rules: BodyRules) => Request;
}

interface BodyRules {
  readonly dialect: Dialect;
  /** True if an unknown member is an error. */
  readonly isStrict: boolean;
}

/** All of an endpoint in both dialects. Routes, checks, cache keys, metrics and documents are made from it. */
export interface EndpointDefinition<Schema extends z.ZodObject, Request, Caches extends Caching> {
  /** Path below the base path of a dialect. A path of v2 is also a method of jsonRPC; one of `emulate` is as of v3. */
  readonly path: `/v3/${string}` | `/v2/${string}` | `/emulate/v1/${string}`;
  /** Older names of the same endpoint, which the document leaves out. */
  readonly otherPaths?: readonly `/v3/${string}`[];
  readonly tag: EndpointTag;
  readonly summary: string;
  readonly description: ByDialect<string>;
  readonly query?: QueryInput<Schema, Request>;
  readonly body?: BodyInput<Request>;
  /** A request that has an answer: parameters, or the members of the body, with indexed values where they are known. */
  readonly example?: (indexed: IndexedExamples | undefined) => Readonly<Record<string, unknown>>;
  /** Errors that not every endpoint has: status → when. */
  readonly errors?: ByDialect<Readonly<Record<number, string>>>;
  readonly hasTotalCount?: ByDialect<boolean>;
  /** Named by `.meta({ id })`. In v2 the schema of the result. */
  readonly answerSchema: ByDialect<z.ZodType>;
  /** For the document: the name of the whole answer of v2, if it is not `<Name>Answer`. */
  readonly envelopeName?: string;
  readonly caching: Caches;
  readonly answer: (request: Request, context: Contexts[Caches]) => Promise<EndpointAnswer>;
}

/** How the requests of an endpoint are answered. */
export type Answering<Request> =
  | {
      readonly kind: 'from rows';
      readonly answer: (request: Request, context: ReadingContext) => Promise<EndpointAnswer>;
    }
  | { readonly kind: 'anew'; readonly answer: (request: Request, context: WorkContext) => Promise<EndpointAnswer> }
  | {
      readonly kind: 'from pending traces';
      readonly answer: (request: Request, context: PendingContext) => Promise<EndpointAnswer>;
    };

const KINDS = { watermark: 'from rows', none: 'anew', pending: 'from pending traces' } as const;

/** Tells how an endpoint is answered. The context of `answer` follows from `caching`. */
export function answeringOf<Schema extends z.ZodObject, Request, Caches extends Caching>({
  caching,
  answer,
}: EndpointDefinition<Schema, Request, Caches>): Answering<Request> {
  return { kind: KINDS[caching], answer } as Answering<Request>;
}
