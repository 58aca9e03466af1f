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
