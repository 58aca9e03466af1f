// Generated from nominator-pool.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const nominatorPoolCode: CompiledCode = {
  hash: '7453139293ca85ba18a2f6fe4b3e5d917f872843bfee922c18d05d4f4fc6df42',
  boc: [
    'te6ccgECBwEAAQoAART/APSkE/S88sgLAQIBYgIDAfjQ+JGRMOAgxwCRMOCEDwHTHwHAABLy9IQPIddJwAjy9PiS+kQB8tFNAdcL',
    'ByDAZI5KMPiXIIISVAvkAL7yvO1E0NMP9ATRUzCDB/QOb6EEghA7msoAoQSV+gDRE6CaMCHBKPLgQQGkWOLIAfoCWoMH9EMByMsP',
    '9ADJ7VTgBAIBIAUGAJiEDwHAd/L0+JL4l+1E0NMP9ATRFIMH9GbyvfoA0fgnbxBQA6EighAdzWUAoL7yvAOlyMsPE/QAye1UyM+F',
    'CPpSAfoCcM8LasmAQPsAABe+ot9qJoaYf6AhjowAK726z2omhph5j6AmjBg/oHeXArfQBow=',
  ].join(''),
};
