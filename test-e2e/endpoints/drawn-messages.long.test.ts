import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { compareDrawnMessages, type ServedChain, serveChain } from './drawn-messages.ts';

let chain: ServedChain;

beforeAll(async () => {
  chain = await serveChain('many_drawn_messages', 120);
}, 600_000);

afterAll(async () => {
  await chain?.close();
});

it.each(['/api', '/toncenter/api'])(
  'messages below %s are those of a filter over all rows, for 10,000 drawn requests',
  async (base) => {
    const { refusedShare, filledShare } = await compareDrawnMessages(chain, base, 10_000);
    expect(refusedShare).toBeLessThanOrEqual(0.05);
    expect(filledShare).toBeGreaterThan(0.2);
  },
  3_600_000,
);
