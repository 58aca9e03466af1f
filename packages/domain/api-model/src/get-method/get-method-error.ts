import { TonriverError } from '@tonriver/errors';
import { z } from 'zod';

const codes = [
  /** The call itself does not fit; `fields.index` names the argument, if it is one. */
  'bad_call',
  /** Arguments or result beyond what a stack may be. */
  'arguments_too_large',
  'result_too_deep',
  'result_too_large',
  /** Nothing is indexed yet. */
  'not_ready',
  /** `fields.seqno` lies outside of what is indexed. */
  'block_not_indexed',
  /** Neither the index nor a source knows the account's state, code or data at the block. */
  'account_unknown',
  /** A source of recordings has several states of the account: `fields.seqnos` lists their blocks. */
  'account_ambiguous',
  /** The run needs the library `fields.hash`, and nobody knows whether it exists. */
  'library_unknown',
  /** The configuration in force at the block is not known, or this TVM does not read it exactly (`fields.reason`). */
  'config_unknown',
  'config_not_supported',
  /** More waits than may; `fields.retryAfterMs`. */
  'overloaded',
  'timed_out',
  'out_of_memory',
  /** The executor, its store or its source cannot be reached now. */
  'unavailable',
  /** A fault of ours; what it was stands in the log. */
  'failed',
] as const;

export type GetMethodErrorCode = (typeof codes)[number];

/** Why a get-method did not run, or ended without an exit code. Texts are written for callers. */
export class GetMethodError extends TonriverError<GetMethodErrorCode> {}

/** A `GetMethodError` as the executor's HTTP interface tells it. */
export const getMethodFailure = z.strictObject({
  code: z.enum(codes),
  message: z.string(),
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  isRetryable: z.boolean(),
});

export type GetMethodFailure = z.output<typeof getMethodFailure>;

export function failureOf({ code, message, fields, isRetryable }: GetMethodError): GetMethodFailure {
  const plain = Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return [[name, typeof value === 'bigint' ? value.toString() : value] as const];
  });
  return { code, message, fields: Object.fromEntries(plain), isRetryable };
}

export function errorOfFailure({ code, message, fields, isRetryable }: GetMethodFailure): GetMethodError {
  return new GetMethodError(code, message, fields, { isRetryable });
}
