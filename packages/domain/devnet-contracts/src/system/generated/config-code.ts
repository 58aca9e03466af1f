// Generated from config.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const configCode: CompiledCode = {
  hash: '1b5e659716798109ba1c20e9efd55deb8075b39029da225f25280beaddabb876',
  boc: [
    'te6ccgECCwEAAbYAART/APSkE/S88sgLAQIBIAIDAgFIBAUCAvEJCgH20PiRkTDgIMcAkTDghA8B1ywjGzM7fBLy9NM/10zQgwjX',
    'GNcsIhsygQzyv9Mf0x/SH9TR7UTQ1NMf0//0BNFUdUcluvKhKPgjvPKjyM+RDZlAhhrLHxjLHyfPCh8YzPkWVBCI+RDyogTypBKA',
    'IPQVAaQhyMwyUgLLHzEiBgIBSAcIAEjPC/8yUgL0ADHJ7VT4ksjPhQj6UoIQ1TJ2288Ljss/yYBC+wAAIbs5ztRNDUMdMfMdP/9A',
    'Qx0YACG4yX7UTQ1DHTH9P/MfQEMdGAC1DDtRNDU0x/T//QE0YAkJIAg9GogbpJfBeAg0NMHMdcLH/gjvJJfBeCAIiWAIPRqIG6RM',
    'JmAIFQQIRf0FQTigCJYBYAg9BWAJAGAIPRaMMjMEssfy//0AMntVIADXIMI1xjXLCIbMoEM8r/TH9Mf0h/U0e1E0NTTH9P/9ATRV',
    'HVHJbryoSj4I7zyo8jPkQ2ZQIYayx8Yyx8nzwofGMz5FlQQiPkQ8qIE8qT4ABKAIPQVAaQhyMwyUgLLHzEizwv/MlIC9AAxye1Ug',
  ].join(''),
};
