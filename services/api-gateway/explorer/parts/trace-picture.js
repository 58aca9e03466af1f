import { drawn, element } from '../page/element.js';
import { linkTo } from '../page/route.js';
import { shortAddress } from '../texts/address-text.js';
import { hexOfHash } from '../texts/hash-text.js';
import { tonText } from '../texts/number-text.js';
import { nameOfAccount } from './links.js';
import { outcomeOf } from './outcome.js';
import { layoutTrace } from './trace-layout.js';
import { cutText } from '../texts/cut-text.js';
import { whatMessage } from './what-message.js';

/**
 * @import { Trace } from '../reading/collect-trace.js'
 * @import { Placed } from './trace-layout.js'
 */

const [BOX_WIDTH, BOX_HEIGHT] = [216, 64];
const [COLUMN, ROW] = [264, 84];
const MARGIN = 8;
/** Letters that fit a line of a box. */
const LETTERS_MAX = 25;

/**
 * Draws the tree of a trace. Every transaction is a link that says all that its box shows, so the picture can be read
 * and walked with the keyboard. The transaction that the page is about is marked.
 *
 * @param {Trace} trace
 * @param {string} currentHash as the API prints it
 */
export function tracePicture(trace, currentHash) {
  const { placed, columns, rows } = layoutTrace(trace.root);
  const [width, height] = [(columns - 1) * COLUMN + BOX_WIDTH + 2 * MARGIN, (rows - 1) * ROW + BOX_HEIGHT + 2 * MARGIN];
  const lines = placed.filter(({ parent }) => parent !== undefined).map(lineTo);
  const boxes = placed.map((place) => boxOf(place, trace, currentHash));
  const picture = drawn(
    'svg',
    {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'group',
      'aria-label': `Tree of ${trace.count} transactions`,
    },
    ...lines,
    ...boxes,
  );
  const frame = element('div', { class: 'frame picture', tabindex: 0, role: 'region', 'aria-label': 'Trace' }, picture);
  const current = placed.find(({ node }) => node.transaction.hash === currentHash);
  // Once it is on the page: where that is narrow, the marked transaction is in sight.
  if (current !== undefined) requestAnimationFrame(() => (frame.scrollLeft = leftOf(current) - 2 * MARGIN));
  return frame;
}

/** @param {Placed} place */
const leftOf = ({ column }) => MARGIN + column * COLUMN;
/** @param {Placed} place */
const topOf = ({ row }) => MARGIN + row * ROW;

/** @param {Placed} place */
function lineTo(place) {
  const parent = /** @type {Placed} */ (place.parent);
  const [fromX, fromY] = [leftOf(parent) + BOX_WIDTH, topOf(parent) + BOX_HEIGHT / 2];
  const [toX, toY] = [leftOf(place), topOf(place) + BOX_HEIGHT / 2];
  const middle = fromX + (COLUMN - BOX_WIDTH) / 2;
  const path = toY === fromY ? `M${fromX} ${fromY}H${toX}` : `M${fromX} ${fromY}H${middle}V${toY}H${toX}`;
  return drawn('path', { d: path, class: 'line', 'aria-hidden': 'true' });
}

/**
 * @param {Placed} place
 * @param {Trace} trace
 * @param {string} currentHash
 */
function boxOf(place, { book, count }, currentHash) {
  const { transaction, waiting } = place.node;
  const { isGood, text } = outcomeOf(transaction);
  const { in_msg: received, out_msgs: sent } = transaction;
  const what = received === null ? transaction.description.type.replaceAll('_', ' ') : whatMessage(received);
  const value = received === null || received.value === null ? 'from outside' : tonText(received.value);
  const name = nameOfAccount(transaction.account, book);
  const logs = sent.filter(({ destination }) => destination === null).length;
  const rest = [waiting.length > 0 && `${waiting.length} on the way`, logs > 0 && `${logs} to outside`].filter(Boolean);
  const lastLine = [received === null ? 'no message' : value, ...rest].join(', ');
  const isCurrent = transaction.hash === currentHash;
  const lines = [`${isGood ? '✓' : '✕'} ${shortAddress(name)}`, what, lastLine].map((words) =>
    cutText(words, LETTERS_MAX),
  );
  // The name of the link is what is seen in it; the rest is said after it.
  const more = [text, `${place.number} of ${count}`, ...(isCurrent ? ['this transaction'] : [])].join(', ');
  const [x, y] = [leftOf(place), topOf(place)];
  const kinds = ['name', '', 'faint'];
  const texts = lines.map((words, index) =>
    drawn('text', { x: x + 12, y: y + 22 + index * 18, class: kinds[index] }, words),
  );
  return drawn(
    'a',
    {
      href: linkTo({ name: 'transaction', hash: hexOfHash(transaction.hash) }),
      class: `box ${isGood ? 'good' : 'bad'}${isCurrent ? ' current' : ''}`,
      'aria-description': more,
      'aria-current': isCurrent ? 'true' : undefined,
    },
    drawn('rect', { x, y, width: BOX_WIDTH, height: BOX_HEIGHT, rx: 8 }),
    ...texts,
  );
}
