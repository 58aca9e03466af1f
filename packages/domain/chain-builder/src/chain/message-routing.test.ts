import { describe, expect, it } from '@jest/globals';
import { hashFromHex, WHOLE_SHARD } from '@tonriver/chain-model';
import { routeMessage } from './message-routing.ts';

function account(workchain: number, start: string) {
  return { workchain, hash: hashFromHex(start.padEnd(64, '7')) };
}

describe('routeMessage', () => {
  it('stays in the shard when the receiver is there', () => {
    const route = routeMessage(account(0, '12'), account(0, '1f'), 0x2000000000000000n);
    expect(route).toMatchObject({ currentBits: 96, nextBits: 96, nextPrefix: 0x1f77777777777777n });
  });

  it('has one hop to and from the masterchain', () => {
    expect(routeMessage(account(0, '12'), account(-1, 'ff'), WHOLE_SHARD)).toMatchObject({
      currentBits: 0,
      nextBits: 96,
      nextWorkchain: -1,
    });
    expect(routeMessage(account(-1, 'ff'), account(0, '12'), WHOLE_SHARD)).toMatchObject({
      currentBits: 0,
      nextBits: 96,
      nextWorkchain: 0,
    });
  });

  it('changes the first four bits in which the addresses differ', () => {
    const route = routeMessage(account(0, '12'), account(0, 'e4'), 0x2000000000000000n);
    expect(route).toMatchObject({ currentBits: 32, nextBits: 36, nextPrefix: 0xe277777777777777n });
  });

  it('skips hops inside a shard with a long prefix', () => {
    // Shard 12xx: both addresses begin with 1 and differ in the second digit.
    const route = routeMessage(account(0, '12'), account(0, '14'), 0x1280000000000000n);
    expect(route).toMatchObject({ currentBits: 36, nextBits: 40, nextPrefix: 0x1477777777777777n });
  });
});
