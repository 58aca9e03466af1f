import type { z } from 'zod';

/** One operation of the API in one dialect, for the OpenAPI document. */
export interface EndpointDescription {
  readonly method: 'get' | 'post';
  /** Path below the dialect's base path, such as `/v3/decode`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly query?: z.ZodObject | undefined;
  /** Required parameters. */
  readonly requiredParameters?: readonly string[] | undefined;
  /** The default of `limit`. */
  readonly limitDefault?: number | undefined;
  /** Named by `.meta({ id })`, like the answer. */
  readonly body?: z.ZodType | undefined;
  /** A request that has an answer: parameters, or the members of the body. */
  readonly example?: Readonly<Record<string, unknown>> | undefined;
  /** Absent if the endpoint answers 501. */
  readonly answer?: z.ZodType | undefined;
  /** Errors that not every endpoint has: status → when. */
  readonly errors?: Readonly<Record<number, string>> | undefined;
  /** True if invalid requests are answered like in the deployed service, in both dialects. */
  readonly isDeployedForm?: boolean | undefined;
  readonly hasTotalCount?: boolean | undefined;
}
