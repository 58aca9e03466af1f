import { opcodeTable } from './opcode-table.ts';

const names: ReadonlyMap<number, string> = new Map(
  opcodeTable
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair): [number, string] => {
      const [tag = '', name = ''] = pair.split(' ');
      return [Number.parseInt(tag, 16), name];
    }),
);

/** Returns the tags with a name, unsigned, in ascending order. */
export const knownOpcodes: readonly number[] = [...names.keys()];

/**
 * Returns the name of the first constructor with a tag. The body itself may have another constructor with the same tag.
 * `opcode` may be signed or unsigned.
 */
export function opcodeName(opcode: number): string | undefined {
  return names.get(opcode >>> 0);
}
