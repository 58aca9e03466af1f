// Generated from nft-sale.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const nftSaleCode: CompiledCode = {
  hash: '1dabb92fb02b98b17f242cd6180415eee805fed36abf23f57d75b3b49241a85c',
  boc: [
    'te6ccgECCgEAAqYAART/APSkE/S88sgLAQIBYgIDAvjQ+JGRMODtRNDSANMf+kj6SPpQ+gDU0gDRU4jHAJIwf5fXCx/AAMMA4uMC',
    'CNcsICicbIyOR/iSJccF8uH0J7MJsxmw8uGUB9M/MfpQMCBu8tHKUyJukjAymyHHBVEVxwWx8uHK4gXIygAUyx8S+lL6UvpUAfoC',
    'zM+Dye1UBAUAUaA4WdqJoaQBpj/0kfSR9KH0AamkAGOjofSR9AH0kfQBowQgjJKwoKshA/44+JIlxwUos7CSXwjg+JL4lwizKbDy',
    '4ZQighAF9eEAoBi+8uHCIND6SPoA+kj6ANFTIKAmu/Lhw1NSoSGhIMIAjhTIz4UIUoD6UgH6AnDPC2rJgBH7AJEw4iLCAI4UyM+F',
    'CBT6Ulj6AnDPC2rJgBH7AAGSbCLiIMIAkVvjDciJBgcIAdbg1ywgAAAAHOMCbBLXLCNjYQQEjlEmsyiw8uGU+JIjxwXy4crTPzH6',
    'APoA+gAwXKAju/LhwwPQ+kj6ADH6SPoAMdEByPpSWPoC+lJY+gLJBsjKABXLHxP6UvpS+lQB+gLMygDJ7VTghA/y8AkAJsjPhQgS',
    '+lIB+gJwzwtqyYAR+wAAAcAAuM8WFssfFPpSUiD6UvpUWPoCEswTygDJ7VSCCTEtAIAS+wJtgggPQkCLBMiLxfzD0UAAAAAAAAAA',
    'CM8WUkD6UhT6VBL0AAH6As7JyM+FiBL6UnHPC27MyYEAkPsAAP4Hsyiw8uGU+JIjxwX4kibHBbHy4cr4l4IK+vCAvvLhksjPgxbL',
    'HxT6UlIg+lJSEPpUUAP6AhPMFMoAye1UAdcLP/iSggkxLQCAEvsCbYIID0JAiwTIz5F/MPRSFcs/FvpSEvpU9ABQA/oCEs7JyM+F',
    'iBL6UnHPC27MyYEAkPsA',
  ].join(''),
};
