import { TonriverError } from '@tonriver/errors';

/** The value, or null when what it is read from cannot be read. */
export function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof TonriverError) return null;
    throw error;
  }
}
