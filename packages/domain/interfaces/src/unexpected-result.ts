import { BocError } from '@tonriver/boc';
import { ChainModelError } from '@tonriver/chain-model';
import { TonriverError } from '@tonriver/errors';

/** A get-method gave something that the interface does not have: the contract is something else. */
class UnexpectedResultError extends TonriverError<'unexpected_result'> {}

export function unexpected(
  message: string,
  fields: Readonly<Record<string, string | number>> = {},
): UnexpectedResultError {
  return new UnexpectedResultError('unexpected_result', message, fields);
}

/** Whether an error says that a result is not built as its reader expects. */
export function isMisread(error: unknown): boolean {
  return error instanceof UnexpectedResultError || error instanceof BocError || error instanceof ChainModelError;
}

/** The value, or undefined when what it is read from is not built so. */
export function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (isMisread(error)) return undefined;
    throw error;
  }
}
