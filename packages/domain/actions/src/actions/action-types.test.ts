import { describe, expect, it } from '@jest/globals';
import { actionTypes, expandActionTypes } from './action-types.ts';

describe('the types of actions that a client asks for', () => {
  it('are 84, of which 77 are in the latest version', () => {
    expect(new Set(actionTypes).size).toBe(84);
    expect(expandActionTypes(['latest']).size).toBe(77);
    expect(expandActionTypes(['latest'])).toEqual(expandActionTypes(['v5']));
  });

  it.each([
    ['v1', 23],
    ['v2', 46],
    ['v3', 63],
    ['v4', 75],
  ])('are more in every version: %s has %i', (version, count) => {
    expect(expandActionTypes([version]).size).toBe(count);
  });

  it('always contain those of v1', () => {
    const types = expandActionTypes(['tgbtc', 'no_such_type']);
    expect(types.size).toBe(23 + 7 + 1);
    expect(types).toContain('jetton_transfer');
  });

  it.each([
    ['coffee', 'coffee_mev_protect_hold_funds', 'coffee_mev_protect_failed_swap'],
    ['nft.v3', 'nft_purchase', 'nft_discovery'],
    ['dns.v2', 'dns_release', 'nft_purchase'],
    ['evaa', 'evaa_liquidate', 'jvault_stake'],
  ])('can be named together: %s has %s and not %s', (alias, contained, other) => {
    expect(expandActionTypes([alias])).toContain(contained);
    expect(expandActionTypes([alias])).not.toContain(other);
  });
});
