// Generated from jetton-wallet.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const jettonWalletCode: CompiledCode = {
  hash: '1f71bcafb798e78625a7c6b1cef10e77f5b62ef12c4752f12bb022ee89430be6',
  boc: [
    'te6ccgECCwEAAtYAART/APSkE/S88sgLAQIBYgIDA9rQ+JGOQ9MfMdcsILxqKMyOFdM/MfoAMO1E0PoAAqDIAfoCzsntVODXLCPe',
    '7L70jhXTPzH6ADDtRND6AAKgyAH6As7J7VTg8j/gINcsIHxT9SzjAtcsILxqKMzjAtcsIsr4PeTjAjCEDwHHAPL0BAUGABug9gXa',
    'iaH0AfSR9JGpowH+MdM/+gD6SPpQ9AQx+gD4kviX+JNw+DrtRND6ACD6SPpI10xRcscF8uLBKvpEMPLRTVM7vvLiwlN3xwGzk/LC',
    'xOHSAAGeINdKwAEBxwGwk/LCxOGRMOIowgByceMEUAWoKKCCCTEtAKCBKvhw+DaggSr4cPg2oCW58uLFUSqhyAcC+DHTP/oA+lD6',
    'UPoA+JL4l+1E0PoAIPpI+kjXTFNhxwWSWzSOLCpu8tLDyM+EIFKw+lIS+lIhzxTJAcjPhNDMzPkWyM+KAEDL/89QFccF8uLD4lEY',
    'oMgB+gLOye1U+CdvEKKCCJiWgLYJgBD7AiLCAJQQNV8F4w0gbpFb4w4ICQH+MdM/+gD6UDD4kviX+JNw+DrtRND6APpI+kjU0VFi',
    'xwXy4sFTJ77y4sIDggiYloCggR9AcPg2oIEfQHD4NqAkufLixVEWocgh+gIxUhD6UlIg+lIkzxQ0A8ntVPgnbxBYoYIImJaAtgmA',
    'EPsCyM+R73ZfehXLP1AD+gIS+lL6VAoAxAH6As7J7VT4J28QUAOhggiYloC2CYAQ+wLIz4QgF/pSFvpSIc8UycjPkF41FGYYyz9Q',
    'BvoCFPpUEvpUAfoCzsnIz4mIAV3Iz4TQzMz5Fs8L/4EAjc8LdBLMEszMyYEAkPsAAFTIz5HNi0JyJ88LP1AG+gIU+lQTzsnIz4UI',
    'FPpSWPoCcc8LahLMyYAR+wAALsjPhQj6UoIQ1TJ2288Ljss/yYEAgvsAACbJyM+FiBL6UnHPC27MyYEAkPsA',
  ].join(''),
};
