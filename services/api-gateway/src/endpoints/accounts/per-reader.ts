import type { AnswerReader } from '../../answers/answer-reader.ts';

/**
 * Makes a value once for each reader: look-ups of an endpoint's own, whose keys share queries with those of other
 * requests, and what they remember.
 */
export function perReader<Value extends object>(
  make: (reader: AnswerReader) => Value,
): (reader: AnswerReader) => Value {
  const made = new WeakMap<AnswerReader, Value>();
  return (reader) => {
    const known = made.get(reader);
    if (known !== undefined) return known;
    const value = make(reader);
    made.set(reader, value);
    return value;
  };
}
