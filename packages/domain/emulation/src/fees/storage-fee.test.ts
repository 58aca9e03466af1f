import { describe, expect, it } from '@jest/globals';
import { storageFee } from './storage-fee.ts';

const price = (utimeSince: number, bitPrice: bigint) => ({
  utimeSince,
  bitPrice,
  cellPrice: 500n * bitPrice,
  masterchainBitPrice: 1_000n * bitPrice,
  masterchainCellPrice: 500_000n * bitPrice,
});
const prices = [price(100, 1n), price(200, 2n), price(300, 4n)];
const stored = (lastPaid: number) => ({ lastPaid, used: { cells: 65, bits: 36 } });
/** Of one second at the first prices: 32,536. */
const perSecond = 65n * 500n + 36n;
const fee = (lastPaid: number, unixTime: number, isMasterchain = false) =>
  storageFee(stored(lastPaid), prices, { unixTime, isMasterchain });
const up = (price65536: bigint): bigint => (price65536 + 65_535n) / 65_536n;

describe('the fee for storage', () => {
  it('is what was in force at each time, rounded up once', () => {
    expect(fee(150, 160)).toBe(up(10n * perSecond));
    expect(fee(190, 310)).toBe(up((10n + 2n * 100n + 4n * 10n) * perSecond));
    expect(fee(1, 110)).toBe(up(10n * perSecond));
  });

  it('is higher in the masterchain', () => {
    expect(fee(150, 160, true)).toBe(up(10_000n * perSecond));
  });

  it('is nothing for an account that does not pay, or has just paid, or before all prices', () => {
    expect([fee(0, 500), fee(300, 300), fee(400, 300), fee(50, 90)]).toEqual([0n, 0n, 0n, 0n]);
  });
});
