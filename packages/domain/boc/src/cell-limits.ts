/** Bits of data that one cell can hold. */
export const cellBitsMax = 1023;
/** References that one cell can hold. */
export const cellRefsMax = 4;
/** Bytes of a representation hash. */
export const hashBytes = 32;
/** Bytes of a depth beside a hash, big-endian. */
export const depthBytes = 2;
/** The longest path below a cell that is accepted. The node itself stops at 1,024; nothing on chain comes near. */
export const depthMax = 1023;
