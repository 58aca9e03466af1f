import { describe, expect, it } from '@jest/globals';
import { createTraceCost } from './trace-cost.ts';

describe('a trace', () => {
  it('is large when it has more transactions than most, whatever they cost', () => {
    const cost = createTraceCost();
    for (let count = 0; count < 64; count += 1) cost.begin();
    expect(cost.isLarge).toBe(false);
    cost.begin();
    expect(cost.isLarge).toBe(true);
  });

  it('is large when its transactions use as much gas as a single one may', () => {
    const cost = createTraceCost();
    cost.addGas(999_999n);
    expect(cost.isLarge).toBe(false);
    cost.addGas(1n);
    expect(cost.isLarge).toBe(true);
  });
});
