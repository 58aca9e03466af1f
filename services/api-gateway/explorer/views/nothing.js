import { element } from '../page/element.js';

/** @import { View } from '../page/show-view.js' */

/**
 * A view that says that there is nothing.
 *
 * @param {string} title
 * @param {string} why
 * @returns {View}
 */
export function nothingView(title, why) {
  return { title, content: [element('p', { class: 'notice' }, why)] };
}
