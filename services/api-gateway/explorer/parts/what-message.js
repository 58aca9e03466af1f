import { unsignedHex } from '../texts/number-text.js';

/** @import { Message } from '../reading/answers.d.ts' */

/**
 * Says in a few words what a message is about: its comment, the name of its opcode, or the opcode.
 *
 * @param {Message} message
 */
export function whatMessage({ source, bounced, decoded_opcode: name, opcode, message_content: content }) {
  const comment = content?.decoded?.comment;
  const says = comment === undefined ? undefined : `“${comment}”`;
  const hasNone = content?.decoded?.type === 'empty_cell' || opcode === null;
  // A message from outside begins with whatever its contract reads, such as a signature.
  const plain = source === null ? 'external message' : hasNone ? 'no opcode' : `0x${unsignedHex(opcode, 32)}`;
  return `${bounced === true ? 'bounced: ' : ''}${says ?? name ?? plain}`;
}

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
