/**
 * Runs `work` for each item, at most `atOnceMax` at one time, in their order. After an error no other begins, and those
 * that run end before it is thrown: none goes on by itself.
 */
export async function someAtOnce<Item>(
  items: readonly Item[],
  atOnceMax: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  let hasFailed = false;
  const workOn = async (): Promise<void> => {
    // They share the iterator: each takes the next item that nobody has taken.
    for (let next = waiting.next(); !next.done && !hasFailed; next = waiting.next()) {
      try {
        await work(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: atOnceMax }, workOn));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
