import { expect, it } from '@jest/globals';
import { createConcurrentRequests } from './concurrent-requests.ts';

it('concurrent requests are known since the start of a request', () => {
  let nowMs = 0;
  const requests = createConcurrentRequests(() => nowMs);
  const endFirst = requests.begin();
  expect(requests.hadSeveral(0)).toBe(false);

  nowMs = 1;
  const endSecond = requests.begin();
  expect(requests.hadSeveral(1)).toBe(true);

  nowMs = 2;
  endFirst();
  expect([requests.hadSeveral(1), requests.hadSeveral(3)]).toEqual([true, false]);

  nowMs = 4;
  endSecond();
  expect(requests.hadSeveral(3)).toBe(false);
});
