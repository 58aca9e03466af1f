// Generated from dns-root.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const dnsRootCode: CompiledCode = {
  hash: '9580ca57f4d5d5e50d353fcb6ebc13b3e306c817f44ab1163b17d84786163b81',
  boc: [
    'te6ccgEBBgEApwABFP8A9KQT9LzyyAsBAgFiAgMCAs8EBQC/ocYYYEGukkGEDkNScAWAAWHlwzrgRa4WD4AARYQRYS5gA6YOYgLx',
    'vdqJoan0kaJJ4AJBggM2IIq+C4AQ8OHGCNvAaEdUBCuuMgOhjgsovgbg28IDVAVBkZ8V1Jwl9KWTABk+JGRMOCEDwHHAPL0gADk7',
    'aLt+3CVIddJwgedAdMHAcAAkzDbMeABpOhbf4A==',
  ].join(''),
};
