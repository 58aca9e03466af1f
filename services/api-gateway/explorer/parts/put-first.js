/**
 * Puts a row or an item first and takes the last ones away, but never the one in which the keyboard is.
 *
 * @param {HTMLElement} list
 * @param {HTMLElement} item
 * @param {number} itemsMax
 */
export function putFirst(list, item, itemsMax) {
  list.prepend(item);
  for (const old of [...list.children].slice(itemsMax)) {
    if (!old.contains(document.activeElement)) old.remove();
  }
}
