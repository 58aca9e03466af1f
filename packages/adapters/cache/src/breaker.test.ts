import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Breaker, createBreaker } from './breaker.ts';

describe('createBreaker', () => {
  let now: number;
  let breaker: Breaker;
  beforeEach(() => {
    now = 0;
    breaker = createBreaker({ failuresMax: 3, openMs: 100, nowMs: () => now });
  });
  const failTimes = (times: number) => {
    for (let time = 0; time < times; time += 1) breaker.failed();
  };

  it('opens after so many failures in a row, and a success between them starts the count again', () => {
    failTimes(2);
    breaker.succeeded();
    failTimes(2);
    expect(breaker.mayCall()).toBe(true);

    breaker.failed();

    expect(breaker.isOpen()).toBe(true);
    expect(breaker.mayCall()).toBe(false);
  });

  it('lets one probe through when the time is over, and closes when it succeeds', () => {
    failTimes(3);
    now = 100;

    expect([breaker.mayCall(), breaker.mayCall()]).toEqual([true, false]);
    breaker.succeeded();
    expect([breaker.mayCall(), breaker.mayCall()]).toEqual([true, true]);
  });

  it('stays open for the whole time again when the probe fails', () => {
    failTimes(3);
    now = 100;
    breaker.mayCall();
    now = 150;
    breaker.failed();

    now = 249;
    expect(breaker.mayCall()).toBe(false);
    now = 250;
    expect(breaker.mayCall()).toBe(true);
  });

  it('probes again when a probe never reports', () => {
    failTimes(3);
    now = 100;
    breaker.mayCall();

    now = 200;
    expect(breaker.mayCall()).toBe(true);
  });
});
