import { fieldList } from '../parts/fields.js';
import { messageCard } from '../parts/message-card.js';
import { copiedText } from '../parts/fields.js';
import { hexOfHash } from '../texts/hash-text.js';
import { nothingView } from './nothing.js';

/**
 * @import { Messages } from '../reading/answers.d.ts'
 * @import { PageContext, View } from '../page/show-view.js'
 */

const MESSAGES_MAX = 50;

/**
 * One message, by its hash or, of a message from outside, by its normalised hash (TEP-467).
 *
 * @param {PageContext} page
 * @param {{ readonly hash: string }} route
 * @returns {Promise<View>}
 */
export async function messageView(page, { hash }) {
  const answer = /** @type {Messages} */ (await page.ask('messages', { msg_hash: hash, limit: MESSAGES_MAX }));
  const [first] = answer.messages;
  if (first === undefined) return nothingView('Message', `No message ${hash} is indexed.`);
  const normalised = first.hash_norm;
  return {
    title: 'Message',
    content: [
      fieldList([
        ['Hash', copiedText(hexOfHash(first.hash), 'Copy the hash', page.announce)],
        [
          'Normalised hash',
          normalised !== undefined && copiedText(hexOfHash(normalised), 'Copy the normalised hash', page.announce),
        ],
      ]),
      ...answer.messages.map((message) => messageCard(message, answer.address_book, 'h2')),
    ],
  };
}

/**
 * The newest messages with one body.
 *
 * @param {PageContext} page
 * @param {{ readonly hash: string }} route
 * @returns {Promise<View>}
 */
export async function bodyView(page, { hash }) {
  const answer = /** @type {Messages} */ (await page.ask('messages', { body_hash: hash, limit: MESSAGES_MAX }));
  if (answer.messages.length === 0) return nothingView('Messages with one body', `No message has the body ${hash}.`);
  return {
    title: 'Messages with one body',
    content: [
      fieldList([['Hash of the body', copiedText(hash, 'Copy the hash', page.announce)]]),
      ...answer.messages.map((message) => messageCard(message, answer.address_book, 'h2')),
    ],
  };
}
