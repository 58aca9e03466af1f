/** Whole numbers that a JSON number would round: 16 digits and more. */
const LARGE_NUMBERS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d{16,}(?=\s*[,\]}])/gs;
const HAS_LARGE_NUMBER = /[[:,]\s*-?\d{16}/;

/**
 * Reads JSON without rounding: whole numbers of 16 digits and more become texts, which every reader of recordings takes
 * as well. Other languages write balances and stack entries as numbers.
 *
 * @throws {SyntaxError}
 */
export function parseRecording(text: string): unknown {
  if (!HAS_LARGE_NUMBER.test(text)) return JSON.parse(text);
  return JSON.parse(text.replace(LARGE_NUMBERS, (part) => (part.startsWith('"') ? part : `"${part}"`)));
}
