import type { Counters } from '@tonriver/chain-model';

/** A counter that is still zero. */
export const ZERO_COUNTER: Counters = { lastUpdated: 0, total: 0n, count2048: 0n, count65536: 0n };

const FRACTION_BITS = 96n;
const ONE = 1n << FRACTION_BITS;

/** Returns e^(−steps / 65,536) as a fixed-point number. Integer arithmetic gives the same result on all machines. */
function negativeExponential(steps: bigint): bigint {
  const halvings = 10n;
  let term = ONE;
  let sum = ONE;
  // The argument is divided by 2^10 for a fast series, and the result squared ten times.
  const argument = (steps << (FRACTION_BITS - halvings)) >> 16n;
  for (let order = 1n; term !== 0n; order++) {
    term = (term * argument) >> FRACTION_BITS;
    term /= order;
    sum += order % 2n === 1n ? -term : term;
  }
  for (let round = 0n; round < halvings; round++) sum = (sum * sum) >> FRACTION_BITS;
  return sum;
}

function discounted(value: bigint, steps: bigint): bigint {
  if (value === 0n || steps > 65536n * 64n) return 0n;
  return (value * negativeExponential(steps) + (ONE >> 1n)) >> FRACTION_BITS;
}

/** Returns the counter after `count` more events at `now` (seconds), by the node's rule. */
export function increaseCounter(counter: Counters, count: number, now: number): Counters {
  const scaled = BigInt(count) << 32n;
  if (counter.total === 0n) return { lastUpdated: now, total: BigInt(count), count2048: scaled, count65536: scaled };
  const passed = BigInt(Math.max(0, now - counter.lastUpdated));
  const fast = passed >= 48n * 2048n ? 0n : discounted(counter.count2048, passed << 5n);
  return {
    lastUpdated: now,
    total: counter.total + BigInt(count),
    count2048: fast + scaled,
    count65536: discounted(counter.count65536, passed) + scaled,
  };
}
