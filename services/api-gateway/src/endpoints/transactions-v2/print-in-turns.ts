import { checkCallerWaits } from '@tonriver/chain-reader';

/** How many transactions of a long answer are printed in one turn of the event loop. */
const PER_TURN = 50;

/** Prints items as `Array.map` does, some in each turn of the event loop. Throws when the caller has left. */
export async function printInTurns<Item, Printed>(
  items: readonly Item[],
  print: (item: Item) => Printed,
): Promise<readonly Printed[]> {
  const printed: Printed[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % PER_TURN === 0) {
      await new Promise((resolve) => setImmediate(resolve));
      checkCallerWaits();
    }
    printed.push(print(item));
  }
  return printed;
}
