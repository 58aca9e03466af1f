// Generated from nft-sale.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const nftSaleCode: CompiledCode = {
  hash: '95482edab1ba64636cac636642053b060a593f2a1cc2f3d761a2b3025e7989f4',
  boc: [
    'te6ccgECDQEAAygAART/APSkE/S88sgLAQIBYgIDBKzQ+JGRMODtRNDSAPpI+lD6ANMf0z/U1NEg0NMf+kj6APoA0gDRU93HAJIw',
    'f5fXCx/AAMMA4uMCDdcsICicbIzjAmwh1ywgAAAAHOMCMzYB1ywjY2EEBAQFBgcAhaA4WdqJoaQB9JH0ofQBpj5jpn5jqamiA6H0',
    'kfSRpiBjpiBjogWhpj/0kfQB9AGkAGOjBCCMkrCgFBIgkA4gbAgKoGcD/jhfBDj4kibHBQOzE7CSXwfg+JL4lyjQ0x8x+kj6APoA',
    '0gDRC7MbsPLhlCaCEAX14QCgE77y4cIk0PpI+kjTEDHTEDHRUzqgKLvy4cNTc6EroSDCAI4UyM+FCFKg+lIB+gJwzwtqyYAR+wCR',
    'MOIjwgCSMzDjDSjCAJI4MOMN+CMICQoAsDX4kiPHBfLh9CuzDbMdsPLhlAPTPzH6UDAgbvLRylOIbpIwOJshxwVRGscFsfLhyuIB',
    'yMsf+lIB+gJQCPoCz4PJBsjKABX6UhP6VAH6Assfyz8SzMzJ7VQA+DIJsxqw8uGU+JImxwX4kijHBbHy4cr4l4IK+vCAvvLhksjP',
    'gxf6UlJQ+lRQBPoCEssfyz/MEszJ7VQC1ws/+JKCCTEtAIAS+wJtgggPQkCLBMjPkX8w9FIVyz8W+lIS+lT0AFAD+gISzsnIz4WI',
    'EvpScc8LbszJgQCQ+wABDOMChA/y8AsAKMjPhQgS+lJQA/oCcM8LasmAEfsAACjIz4UIEvpSUAj6AnDPC2rJgBH7AAC6yM+DF/pS',
    'FfpUUAP6AhTLH8s/EswTzMntVIIJMS0AgBL7Am2CCA9CQIsEyIvF/MPRQAAAAAAAAAAIzxZSUPpSFfpUEvQAAfoCEs7JyM+FiBL6',
    'UnHPC27MyYEAkPsAAfwosyqw8uGU+JInxwXy4crTPzH6APoA+gAwXKAju/LhwwTQ+kj6SNMQMdMQMdEjwACRcJgiggGGoCWphOIk',
    'wACRcJgmggGGoCaphOIDyPpSEvpSyxDLEMkDyMsfF/pSUAb6Alj6AhjKAMkGyMoAFfpSE/pUAfoCyx/LPxLMzMkMAATtVA==',
  ].join(''),
};
