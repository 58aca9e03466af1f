import { describe, expect, it } from '@jest/globals';
import { constructorsOf, knownTags } from './body-registry.ts';
import { opcodeName } from './opcode-name.ts';
import { bodyGroups } from './schemas/index.ts';

describe('opcodeName', () => {
  it('knows 497 tags', () => {
    expect(knownTags).toHaveLength(497);
    expect(knownTags.every((tag) => opcodeName(tag) !== undefined)).toBe(true);
  });

  it('names a tag whether it is given signed or unsigned', () => {
    expect(opcodeName(0x0f8a7ea5)).toBe('jetton_transfer');
    expect(opcodeName(0xd53276db)).toBe('excess');
    expect(opcodeName(0xd53276db | 0)).toBe('excess');
    expect(opcodeName(0)).toBe('text_comment');
    expect(opcodeName(-1)).toBe('bounce');
  });

  it('names a tag by its first constructor where it has several', () => {
    expect(constructorsOf(1).map(({ name }) => name)).toEqual([
      'pyth_update_guardian_set',
      'evaa_supply_master',
      'evaa_supply_master',
      'evaa_supply_master',
    ]);
    expect(opcodeName(1)).toBe('pyth_update_guardian_set');
    expect(opcodeName(0x1bba3896)).toBe('bidask_swap_fallback_v2');
    expect(opcodeName(0x7362d09c)).toBe('jetton_notify');
  });

  it('has no name for another tag', () => {
    expect(opcodeName(0x12345678)).toBeUndefined();
  });
});

describe('the schemas', () => {
  it('have every tag at most once in a group, and only whole tags', () => {
    const places = bodyGroups.flatMap(({ order, constructors }) => constructors.map(({ tag }) => `${order}:${tag}`));

    expect(new Set(places).size).toBe(places.length);
    expect(bodyGroups.flatMap(({ constructors }) => constructors).every(({ tagBits }) => tagBits === 32)).toBe(true);
  });
});
