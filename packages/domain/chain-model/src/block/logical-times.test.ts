import { describe, expect, it } from '@jest/globals';
import type { BlockInfo } from './block-info.ts';
import { blockLtSpanMax, checkLogicalTimes } from './logical-times.ts';

const check = (startLt: bigint, endLt: bigint) => checkLogicalTimes({ info: { startLt, endLt } as BlockInfo });

describe('the logical times of a block', () => {
  it('are those between its start and its end, whatever lies between it and other blocks', () => {
    const far = 2n ** 64n - 1n - blockLtSpanMax;
    const checkLt = check(far, far + blockLtSpanMax);

    checkLt(far);
    checkLt(far + 1n);
    checkLt(far + blockLtSpanMax);
    expect(() => checkLt(far - 1n)).toThrow('lt of Transaction is out of range');
    expect(() => checkLt(far + blockLtSpanMax + 1n)).toThrow('lt of Transaction is out of range');
  });

  it('span no more than a block can take, and do not end before they begin', () => {
    expect(() => check(0n, blockLtSpanMax + 1n)).toThrow('end_lt of BlockInfo is out of range');
    expect(() => check(2n, 1n)).toThrow('end_lt of BlockInfo is out of range');
  });
});
