import type { WriteBagOptions } from '@tonriver/boc';

/** The form in which nodes write files of blocks and states (mode 31). File hashes are those of this form. */
export const NODE_FILE_FORM: WriteBagOptions = { crc: true, index: true, cacheBits: true, hashes: true };
