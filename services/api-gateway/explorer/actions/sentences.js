import { basicSentences } from './sentences/basic.js';
import { exchangeSentences } from './sentences/exchanges.js';
import { itemSentences } from './sentences/items.js';
import { protocolSentences } from './sentences/protocols.js';

/**
 * @typedef {object} Choice
 * @property {(details: Readonly<Record<string, unknown>>, isFailed: boolean) => boolean} [if] always, if not there
 * @property {string} say a template
 *
 * @typedef {Readonly<Record<string, string | readonly Choice[]>>} Sentences the type of an action → its template, or
 * several, of which the first that fits counts
 */

/**
 * What every type of action is in words (docs/ACTIONS.md). A type that is not here gets its name and its accounts.
 *
 * @type {Sentences}
 */
export const sentences = { ...basicSentences, ...itemSentences, ...exchangeSentences, ...protocolSentences };
