// Generated from relay.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const relayCode: CompiledCode = {
  hash: '5cb6348a0f19392235bbf08508ae7df6d90e35ea69eebfcf1673b0c9122b6d5a',
  boc: [
    'te6ccgEBAgEAdgABFP8A9KQT9LzyyAsBAM7T+JGRMOAgxwCRMOCEDwHXLCODC5ucEvL00z/TD/pI+kjRIsAAjhhsIcjPhQj6UoIQ',
    '1TJ2288Ljss/yYBA+wDgAqX4KMjPkcGFzc4Vyz/LDxP6UvpSycjPhQgS+lJxzwtuzMmAQPsA',
  ].join(''),
};
