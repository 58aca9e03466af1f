/** Signs that turn the direction of the letters behind them (UAX #9), beyond the text in which they stand. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns a stranger's text so that it fits into a sentence: in one line, and without signs that would turn what stands
 * behind it.
 *
 * @param {string} text
 */
export function oneLine(text) {
  return text
    .replaceAll(TURNING, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
