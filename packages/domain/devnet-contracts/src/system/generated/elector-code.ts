// Generated from elector.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const electorCode: CompiledCode = {
  hash: '137b4aa27f7502f696845946f8aaafec8fb2ae9920f97193e84936908d3bc66b',
  boc: [
    'te6ccgECGAEAAp0AART/APSkE/S88sgLAQIBIAIDAgFIBAUAO6X//xh2omhpj/oCaPgCKQHezIDkZY/6AGT2qnAtwAICzQYHAgEg',
    'EBECASAICQBr1AB/wZwBF8GZC3ELdYyS24cADoaY+Y6Y/rhY+BaGmTmOuFj5B8EYHQkV2pClCJXIlYALhxgkAgEgCgsCASAODwC/',
    'PiRkTDg+JL6RCLHACLA/yLAALCxkl8D4CLXLCJzm6JcjiEzggD//gLA/xLy9AHTP9P/0x/TH9P/10z4kviXVWAI8AHg1ywiOyuhJ',
    'JszAtcLP/iSUCPwAuBfA/iSAfADgAvc7UTQ0x/0BNFUdlIG0IMI1xjRf8jPkZUxQdIUyx8Syx8Wy/8Wy//PUEBI+RGOKQODD7mTM',
    'TJ2jh4kwACTMTJwjhRRNL2SMHOcJYIQdzWUALmSMHLe4uLik2wyceIgwv/jAjAEghA7msoAoVNBgwf0Dm+hlPoA0aCRMOLIgDA0A',
    'OjVfA8jPhQgT+lKCEO5vRUzPC44Syz/LH8mAQPsAAHIB+gJARIMH9EMCyMsfEvQAye1UIMMAjh+CEDuaygDIz4UIE/pSWPoCghDz',
    'dEhMzwuKyz/JcvsA4FsAzTtou377UTQ0x/0BNEDwP+ONAKDB/Rmb6GOKALIyx/0AMntVPoA0cjPhQgT+lJY+gKCEPlvcyTPC4rLP',
    '8mAQPsA2zHgXwOSXwPiyM+FCBL6UoIQ/////s8Ljss/z5EdldCSyYBA+wCAARzTHyGDHr6SXwPg1ws/yM+FCBP6UoQfzwuOEss/y',
    'x/JgED7AIAIBIBITAgFuFhcAB7oohtgCAnIUFQAWqgftRNDTH/QEMdEACKssMHAAB7ClW2AAM7PgO1E0NMfMfQE0YMH9A5voZP6A',
    'NGSMHDig',
  ].join(''),
};
