export { compareBytes, equalBytes, type Hash, hashFromHex, hashToHex, ZERO_HASH } from './hash.ts';
