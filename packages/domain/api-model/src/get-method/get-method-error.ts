import { TonriverError } from '@tonriver/errors';
import { z } from 'zod';

const codes = [
  /** The call is invalid; `fields.index` is the argument, if the error is there. */
  'bad_call',
  /** A part of a message is no bag of cells (`fields.part`), or the message is over the limits of the network. */
  'bad_message',
  /** A message to be emulated whose contract does not accept it. */
  'message_not_accepted',
  /** Arguments or results exceed the limits of a stack. */
  'arguments_too_large',
  'result_too_deep',
  'result_too_large',
  /** Nothing is indexed yet. */
  'not_ready',
  /** `fields.seqno` is not indexed. */
  'block_not_indexed',
  /** The account's state, code or data at the block is neither indexed nor in a source. */
  'account_unknown',
  /** A source of recordings has several states of the account: `fields.seqnos` lists their blocks. */
  'account_ambiguous',
  /** The run needs the library `fields.hash`, and it is unknown whether that exists. */
  'library_unknown',
  /** The configuration at the block is unknown, or this TVM cannot read it exactly (`fields.reason`). */
  'config_unknown',
  'config_not_supported',
  /** Too many calls wait; `fields.retryAfterMs`. */
  'overloaded',
  'timed_out',
  'out_of_memory',
  /** The executor, its store or its source cannot be reached now. */
  'unavailable',
  /** An internal error, which is logged. */
  'failed',
] as const;

export type GetMethodErrorCode = (typeof codes)[number];

/** The reason why a contract did not run, or ended without an exit code. Texts are written for callers. */
export class GetMethodError extends TonriverError<GetMethodErrorCode> {}

/** A `GetMethodError` in an answer of the executor's HTTP interface. */
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
