import type { WriteBagOptions } from '@tonriver/boc';

/** How the node writes the files of blocks and states (its mode 31): what file hashes are taken of. */
export const NODE_FILE_FORM: WriteBagOptions = { crc: true, index: true, cacheBits: true, hashes: true };
