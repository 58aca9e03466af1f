/** Whether typed arrays of words hold their lowest byte first on this machine. */
export const isLittleEndian: boolean = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
