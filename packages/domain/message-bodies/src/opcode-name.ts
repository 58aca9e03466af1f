import { constructorsOf } from './body-registry.ts';

/**
 * Returns the name of the first constructor with a tag. The body itself may have another constructor with the same tag.
 * `opcode` may be signed or unsigned.
 */
export function opcodeName(opcode: number): string | undefined {
  return constructorsOf(opcode >>> 0)[0]?.name;
}
