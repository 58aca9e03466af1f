import { describe, expect, it } from '@jest/globals';
import { TonriverError } from '@tonriver/errors';
import { loggable } from './loggable.ts';

class TideError extends TonriverError<'tide_out'> {}

function thrownBy(call: () => void): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('loggable', () => {
  it('writes bigints as decimals and bytes as hex', () => {
    expect(loggable({ lt: 2n ** 63n, hash: Uint8Array.of(1, 255) })).toEqual({
      lt: '9223372036854775808',
      hash: '01ff',
    });
  });

  it('shows no stack of an expected error: the code, the fields and the cause say what happened', () => {
    const cause = Object.assign(new Error("ENOENT, open '/no/such'"), { code: 'ENOENT', syscall: 'open' });
    const error = new TideError('tide_out', 'The tide is out', { hour: 6 }, { cause });

    expect(loggable({ error })).toEqual({
      error: {
        name: 'TideError',
        message: 'The tide is out',
        code: 'tide_out',
        hour: 6,
        cause: { name: 'Error', message: "ENOENT, open '/no/such'" },
      },
    });
  });

  it('keeps a property of an error when a field has the same name', () => {
    const error = new TideError('tide_out', 'The tide is out', { message: 'a field', code: 7 });

    expect(loggable({ error })).toMatchObject({
      error: { message: 'The tide is out', code: 'tide_out', field_message: 'a field', field_code: 7 },
    });
  });

  it('shows the stack of an unexpected error, also when it is the cause of an expected one', () => {
    const cause = thrownBy(() => (undefined as unknown as { x: number }).x);
    const error = new TideError('tide_out', 'The tide is out', {}, { cause });

    expect(loggable({ error })).toMatchObject({
      error: { cause: { name: 'TypeError', stack: expect.stringContaining('loggable.test.ts') } },
    });
  });
});
