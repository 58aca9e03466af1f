import { describe, expect, it } from '@jest/globals';
import { methodIdOf } from './method-id.ts';

describe('the number of a method', () => {
  it.each([
    ['seqno', 85_143],
    ['get_public_key', 78_748],
    ['get_wallet_data', 97_026],
    ['get_wallet_address', 103_289],
    ['get_extensions', 117_729],
  ])('of %s is %i', (name, id) => {
    expect(methodIdOf(name)).toBe(id);
  });
});
