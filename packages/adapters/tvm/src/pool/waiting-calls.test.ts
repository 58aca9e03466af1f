import { describe, expect, it } from '@jest/globals';
import { createWaitingCalls } from './waiting-calls.ts';

const call = (name: string, isOfLargeWork = false) => ({ name, isOfLargeWork });

/** The names of all calls in the order in which they get a thread. */
function inOrder(calls: readonly ReturnType<typeof call>[]): readonly (string | undefined)[] {
  const waiting = createWaitingCalls<ReturnType<typeof call>>();
  for (const one of calls) waiting.add(one);
  const order = calls.map(() => waiting.next()?.name);
  expect([waiting.count, waiting.next()]).toEqual([0, undefined]);
  return order;
}

describe('calls that wait', () => {
  it('of one kind go in the order in which they came', () => {
    expect(inOrder(['a', 'b', 'c'].map((name) => call(name)))).toEqual(['a', 'b', 'c']);
    expect(inOrder(['a', 'b', 'c'].map((name) => call(name, true)))).toEqual(['a', 'b', 'c']);
  });

  it('of small work go before those of large work that came first, but for one in four', () => {
    const large = ['A', 'B', 'C'].map((name) => call(name, true));
    const small = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => call(name));
    expect(inOrder([...large, ...small]).join('')).toBe('abcAdefBgC');
  });

  it('leave the line they stand in, and no other', () => {
    const waiting = createWaitingCalls<ReturnType<typeof call>>();
    const [first, second, large] = [call('a'), call('b'), call('A', true)];
    for (const one of [first, second, large]) waiting.add(one);
    expect([waiting.remove(first), waiting.remove(first), waiting.count]).toEqual([true, false, 2]);
    expect(waiting.removeAll()).toEqual([second, large]);
    expect(waiting.count).toBe(0);
  });
});
