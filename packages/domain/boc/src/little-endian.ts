/** True if this machine stores the lowest byte of a word first. */
export const isLittleEndian: boolean = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
