/** Returns the middle value, which one slow run does not change. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Returns a percentile of sorted values: 0.99 for the 99th. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/**
 * Times two ways of doing a thing against each other, in turns, after a warm-up of both, and returns both medians in
 * ms. The quicker side runs many times per turn: its code must have been compiled, as it is in a service that runs for
 * days, and what the slower side leaves to be collected must not fall on most of its runs.
 */
export function compare(
  sides: { readonly ours: () => void; readonly peer: () => void },
  options: { readonly turns: number; readonly oursPerTurn: number; readonly warmUps: number },
): { readonly oursMs: number; readonly peerMs: number } {
  for (let index = 0; index < options.warmUps; index += 1) {
    sides.peer();
    for (let repeat = 0; repeat < options.oursPerTurn; repeat += 1) sides.ours();
  }
  const ours: number[] = [];
  const peer: number[] = [];
  for (let turn = 0; turn < options.turns; turn += 1) {
    peer.push(timeMs(sides.peer));
    for (let repeat = 0; repeat < options.oursPerTurn; repeat += 1) ours.push(timeMs(sides.ours));
  }
  return { oursMs: median(ours), peerMs: median(peer) };
}

function timeMs(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
