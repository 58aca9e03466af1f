import { describe, expect, it } from '@jest/globals';
import { createAdmission } from './admission.ts';

function heldWork() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end };
}

const limits = { smallMax: 10, weightMax: 100, waitingMax: 40, totalMsMax: 60_000, now: () => performance.now() };

describe('createAdmission', () => {
  it('small work overtakes waiting large work', async () => {
    const admission = createAdmission(limits);
    const held = heldWork();
    const large = Array.from({ length: 5 }, () => admission.run(held.work, 90));
    expect(await admission.run(async () => 'done', 10)).toBe('done');
    held.end();
    await Promise.all(large);
  });

  it('large work gets its turn while small work fills the room', async () => {
    const admission = createAdmission(limits);
    const held = heldWork();
    const small = Array.from({ length: 30 }, () => admission.run(held.work, 10));
    expect(await admission.run(async () => 'done', 90)).toBe('done');
    held.end();
    await Promise.all(small);
  });

  it('waiting large work takes only a part of the places', async () => {
    const admission = createAdmission(limits);
    const held = heldWork();
    const large = Array.from({ length: 12 }, () => admission.run(held.work, 90).catch((error: unknown) => error));
    expect(await large[11]).toMatchObject({ code: 'overloaded' });
    expect(await admission.run(async () => 'done', 1)).toBe('done');
    held.end();
    const outcomes = await Promise.all(large);
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(11);
  });

  it('knows whether work had to wait', async () => {
    const admission = createAdmission(limits);
    const beganMs = performance.now();
    await admission.run(async () => undefined, 100);
    expect(admission.hadWaiting(beganMs)).toBe(false);
    const held = heldWork();
    const large = [90, 90].map((weight) => admission.run(held.work, weight));
    expect(admission.hadWaiting(performance.now())).toBe(true);
    held.end();
    await Promise.all(large);
    expect(admission.hadWaiting(beganMs)).toBe(true);
    expect(admission.hadWaiting(performance.now() + 1)).toBe(false);
  });
});
