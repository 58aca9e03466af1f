/**
 * Returns a text that fits a number of letters.
 *
 * @param {string} text
 * @param {number} lettersMax
 */
export function cutText(text, lettersMax) {
  const letters = Array.from(text.slice(0, 4 * lettersMax));
  return letters.length <= lettersMax ? text : `${letters.slice(0, lettersMax - 1).join('')}…`;
}
