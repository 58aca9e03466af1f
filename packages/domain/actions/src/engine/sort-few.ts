/** With more items `sort` takes less time. */
const fewMax = 20;

/**
 * Sorts a list in place, as `sort` does. What a trace or an action has of anything is few, and `sort` allocates more
 * than a kilobyte before it compares anything.
 */
export function sortFew<Item>(items: Item[], compare: (left: Item, right: Item) => number): Item[] {
  if (items.length > fewMax) return items.sort(compare);
  for (let count = 1; count < items.length; count += 1) {
    const item = items[count]!;
    let at = count;
    for (; at > 0 && compare(item, items[at - 1]!) < 0; at -= 1) items[at] = items[at - 1]!;
    items[at] = item;
  }
  return items;
}
