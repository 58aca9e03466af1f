import type { DialectName, EndpointDescription } from '@tonriver/api-model';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import type { Dialect } from '../dialects/dialect.ts';
import type { IndexedExamples } from '../documentation/indexed-examples.ts';
import type { RouteDependencies } from '../serving/route-dependencies.ts';
import type { EachDialect } from './by-dialect.ts';

/** The handlers of a path. */
export interface Methods {
  readonly GET?: RequestHandler;
  readonly POST?: RequestHandler;
}

/** An endpoint that is defined whole, without the types of its request. */
export interface Endpoint {
  /** Its path below the base path of a dialect, then other names of it. */
  readonly paths: readonly string[];
  /** True if its answers are kept compressed, and sent as they are kept. */
  readonly keepsCompressed: boolean;
  /** The schema of its answer; of v2 with the envelope. */
  readonly answerSchema: EachDialect<z.ZodType>;
  readonly createMethods: (dependencies: RouteDependencies, dialect: Dialect) => Methods;
  /** For the documents. */
  readonly describe: (dialect: DialectName, indexed: IndexedExamples | undefined) => readonly EndpointDescription[];
  /** What jsonRPC needs; only of v2. */
  readonly rpc?: RpcMethod;
}

/** A method of jsonRPC. */
interface RpcMethod {
  readonly name: string;
  /** The schema of its result, in the deployed dialect. */
  readonly resultSchema: z.ZodType;
  readonly example: (indexed: IndexedExamples | undefined) => Readonly<Record<string, unknown>>;
  /** Creates a function that answers one call. */
  readonly createCall: (
    dependencies: RouteDependencies,
  ) => (params: unknown, request: Request, response: Response) => Promise<ResultV2>;
}

/** A result of v2 before the envelope is put around it. */
export interface ResultV2 {
  readonly text: readonly (string | Uint8Array)[];
  readonly isFromCache: boolean;
}
