// Generated from lp-wallet.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const lpWalletCode: CompiledCode = {
  hash: 'c3226d4af7d7fbba0539d9e5fb1997879f27ada8ce8e0dc655a8ac8bcaa02165',
  boc: [
    'te6ccgECCwEAAtkAART/APSkE/S88sgLAQIBYgIDA9rQ+JGOQ9MfMdcsILxqKMyOFdM/MfoAMO1E0PoAAqDIAfoCzsntVODXLCFL',
    'ob58jhXTPzH6ADDtRND6AAKgyAH6As7J7VTg8j/gINcsIHxT9SzjAtcsILxqKMzjAtcsIsr4PeTjAjCEDwHHAPL0BAUGABug9gXa',
    'iaH0AfSR9JGpowH+MdM/+gD6SPpQ9AQx+gD4kviX+JNw+DrtRND6ACD6SPpI10xRcscF8uLBKvpEMPLRTVM7vvLiwlN3xwGzk/LC',
    'xOHSAAGeINdKwAEBxwGwk/LCxOGRMOIowgByceMEUAWoKKCCCTEtAKCBKvhw+DaggSr4cPg2oCW58uLFUSqhyAcC+DHTP/oA+lD6',
    'UPoA+JL4l+1E0PoAIPpI+kjXTFNhxwWSWzSOLCpu8tLDyM+EIFKw+lIS+lIhzxTJAcjPhNDMzPkWyM+KAEDL/89QFccF8uLD4lEY',
    'oMgB+gLOye1U+CdvEKKCCJiWgLYJgBD7AiLCAJQQNV8F4w0gbpFb4w4ICQH8MdM/+gD6UPQF+JL4l/iTcPg67UTQ+gD6SPpI1NFR',
    'YscF8uLBUyi+8uLCA4IImJaAoIEfQHD4NqCBH0Bw+DagJLny4sVRF6HIIfoCMVIQ+lJSIPpSJM8UNAPJ7VT4J28QWKGCCJiWgLYJ',
    'gBD7AsjPkKXQ3z4Wyz9QBPoCE/pSCgDEAfoCzsntVPgnbxBQA6GCCJiWgLYJgBD7AsjPhCAX+lIW+lIhzxTJyM+QXjUUZhjLP1AG',
    '+gIU+lQS+lQB+gLOycjPiYgBXcjPhNDMzPkWzwv/gQCNzwt0EswSzMzJgQCQ+wAAVMjPkc2LQnInzws/UAb6AhT6VBPOycjPhQgU',
    '+lJY+gJxzwtqEszJgBH7AAAuyM+FCPpSghDVMnbbzwuOyz/JgQCC+wAALvpU9ADJyM+FiBL6UnHPC27MyYEAkPsA',
  ].join(''),
};
