// Generated from nft-item.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const nftItemCode: CompiledCode = {
  hash: '80a0181f9828703004aee15eb6bc5253cac527f85ad00c226dcc366cdb317341',
  boc: [
    'te6ccgECCAEAAYwAART/APSkE/S88sgLAQIBYgIDArrQ+JGRMODtRNDTP/pIIMcAlDBtbXCX+kjU0YEAgeLAAI4cW/iSIccF8uGV',
    'AvpI1NECyMs/E/pSEvpSzMntVOAk1ywi/mHopOMCbCHXLCF+WTUU4wJfA4QPAccA8vQEBQBNoR+f2omhpn/0kEGOAShg2trhL/SR',
    'qaMCAQPFgAEqtuCy2tvA/qphAvo1+JIixwXy4ZEE0z/6SPpQ9AQx+gD4l/iTcPg6JfpEMPLRTVMixwHy0sTSAAGcINdKwAEBxwGw',
    '8uLEkTDi+CdvEFIDoYIJMS0AtgkBqgAkoIIIW42AoFEhoVi+8uGSgBD7AiHCAJJbM+MNIm6SbCHjDgLIyz/6UvpSzMntVAYHAFIz',
    'AtcLP/iSyM+SLdxc1hLLPxLL/xL6UsnIz4UIEvpScc8LbszJgED7AABQyM+QFE42RiXPCz8W+lQVzsnIz4UIUjD6UlAF+gJxzwtq',
    'FMzJgBH7AAAwyM+FCBP6UoIQ1TJ2288Ljss/yYEAgvsA',
  ].join(''),
};
