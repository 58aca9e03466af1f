import type { GetMethodError } from '@tonriver/api-model';
import type { Dialect } from '../../dialects/dialect.ts';
import { GatewayError } from '../../gateway-error.ts';
import { bodyWordsOf } from '../../serving/body-words.ts';
import { callErrorsOf } from '../run-get-method/call-errors.ts';

/** Errors for fees that are not estimated, with the texts and statuses of one dialect. */
export interface EstimateErrors {
  /** The body, or a member of it, is invalid. */
  readonly badRequest: (text: string) => GatewayError;
  readonly missing: (name: 'address' | 'body') => GatewayError;
  readonly failure: (error: GetMethodError) => GatewayError;
  readonly noExecutor: () => GatewayError;
}

/** Returns the errors of a dialect. The deployed v3 hands the request on to v2: the caller gets the words of that. */
export function estimateErrorsOf(dialect: Dialect): EstimateErrors {
  const { badRequest } = bodyWordsOf(dialect, 'v2');
  const isContract = dialect.name === 'contract';
  return {
    badRequest,
    missing: (name) => badRequest(isContract ? `${name} is required` : `Error at path '${name}': Field is missing`),
    failure: callErrorsOf(dialect, 'v2').failure,
    noExecutor() {
      const text = 'fees cannot be estimated: no get-method executor is configured';
      return new GatewayError('not_implemented', text);
    },
  };
}
