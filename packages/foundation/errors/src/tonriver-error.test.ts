import { describe, expect, it } from '@jest/globals';
import { errorMessage, TonriverError } from './index.ts';

class TideError extends TonriverError<'tide_out'> {}

describe('TonriverError', () => {
  it('carries its code, fields and cause, and takes the name of its class', () => {
    const cause = new Error('no moon');
    const error = new TideError('tide_out', 'The tide is out', { hour: 6 }, { cause, isRetryable: true });

    expect(error).toMatchObject({
      name: 'TideError',
      code: 'tide_out',
      fields: { hour: 6 },
      isRetryable: true,
      cause,
    });
  });

  it('is not retryable unless it says so', () => {
    expect(new TideError('tide_out', 'The tide is out').isRetryable).toBe(false);
  });
});

describe('errorMessage', () => {
  it('joins the texts of the whole chain of causes', () => {
    const error = new Error('insert failed', { cause: new Error('disk full', { cause: 'ENOSPC' }) });

    expect(errorMessage(error)).toBe('insert failed: disk full: ENOSPC');
  });

  it('does not repeat a cause that the text quotes', () => {
    const error = new Error('Cannot read a.boc: EACCES', { cause: new Error('EACCES') });

    expect(errorMessage(error)).toBe('Cannot read a.boc: EACCES');
  });
});
