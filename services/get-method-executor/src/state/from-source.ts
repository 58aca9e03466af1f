import { GetMethodError } from '@tonriver/api-model';
import { AccountSourceError } from '@tonriver/chain-source';

/** Asks a source for an account and converts its errors to those of the executor. */
export async function fromSource<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AccountSourceError)) throw error;
    const { fields, cause, isRetryable } = error;
    switch (error.code) {
      case 'account_not_known':
        throw new GetMethodError('account_unknown', 'account state unknown', fields, { cause: error });
      case 'ambiguous_account':
        throw new GetMethodError('account_ambiguous', error.message, fields, { cause: error });
      default:
        if (isRetryable)
          throw new GetMethodError('unavailable', 'the source of accounts is away', {}, { cause, isRetryable });
        throw error;
    }
  }
}
