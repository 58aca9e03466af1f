import { describe, expect, it } from '@jest/globals';
import { constructorsOf, tagsWithSchema } from './body-registry.ts';
import { knownOpcodes, opcodeName } from './opcode-name.ts';
import { bodyGroups } from './schemas/index.ts';

describe('opcodeName', () => {
  it('knows 497 tags, each once', () => {
    expect(knownOpcodes).toHaveLength(497);
    expect(knownOpcodes).toEqual(knownOpcodes.toSorted((first, second) => first - second));
  });

  it('names a tag whether it is given signed or unsigned', () => {
    expect(opcodeName(0x0f8a7ea5)).toBe('jetton_transfer');
    expect(opcodeName(0xd53276db)).toBe('excess');
    expect(opcodeName(0xd53276db | 0)).toBe('excess');
    expect(opcodeName(0)).toBe('text_comment');
    expect(opcodeName(-1)).toBe('bounce');
  });

  it('has no name for another tag', () => {
    expect(opcodeName(0x12345678)).toBeUndefined();
  });
});

describe('the schemas', () => {
  it('announce every tag by the name of its first constructor', () => {
    const differing = tagsWithSchema.filter((tag) => constructorsOf(tag)[0]?.name !== opcodeName(tag));

    expect(differing).toEqual([]);
  });

  it('have every tag at most once in a group, and only whole tags', () => {
    const places = bodyGroups.flatMap(({ order, constructors }) => constructors.map(({ tag }) => `${order}:${tag}`));

    expect(new Set(places).size).toBe(places.length);
    expect(bodyGroups.flatMap(({ constructors }) => constructors).every(({ tagBits }) => tagBits === 32)).toBe(true);
  });
});
