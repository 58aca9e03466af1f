export { createSeal, SEAL_BYTES, type SealFault } from './seal.ts';
