// Generated from lp-account.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const lpAccountCode: CompiledCode = {
  hash: '1fcccbbdb98ff3a7b93187bf4e27c632ac9baaeda6790902ea96bf08f6fecc80',
  boc: [
    'te6ccgECCQEAAasAART/APSkE/S88sgLAQIBYgIDAgLPBAUAHaG6bdqJofSR9JH0AfQBowHHPiRkTDgINcsIoY1MqSOQjHtRND6S',
    'PpI+gD6ANH4kiPHBfLgUoIImJaA+Jf4J28QorYJgBD7AgTTP/oA+gD6APoA0gD6SPQE10wQvBCrEJrwAeDXLCCZXNFk4wIwhA8Bx',
    'wDy9IAYC9RQp6BQhaAF0PpI+kjRJcIAJ8IAsCXAAAGzFLATsY4uE18DNDQFyPpSFPpSWPoCUAP6AsntVMjPhQgS+lKCENUydtvPC',
    '47LP8mBAIL7AOAHyPpSF/pSFvpSycjPkBuzVJ4Vyz9Y+gJY+gJSYPpSAfoCWPoCEvQAzMnIiYAcIAPQx7UTQ+kj6SPoA+gDR+JIk',
    'xwXy4FJcoMIA8uBX+JeCEBHhowC+8uBWggiYloD4l/gnbxCitgmAEPsCBNM/9AT0BcjPkD5jiuITyz9QA/oCUAX6AlIw+lL0ABP0',
    'AMnIz4UIUjD6UnHPC27MyYMG+wDI+lL6Us+EAsntVAABQgA4zxZSIPpScc8LbszJgwb7AAHI+lL6Us+EAsntVA==',
  ].join(''),
};
