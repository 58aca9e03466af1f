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

/** The tags that have a name, unsigned, in ascending order. */
export const knownOpcodes: readonly number[] = [...names.keys()];

/**
 * The name that a body with this tag is announced by: that of the first constructor with the tag. The body itself may
 * turn out to be another constructor with the same tag. `opcode` may be signed or unsigned.
 */
export function opcodeName(opcode: number): string | undefined {
  return names.get(opcode >>> 0);
}
