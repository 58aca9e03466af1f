// Generated from jetton-minter.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const jettonMinterCode: CompiledCode = {
  hash: '03850f00e92c6fb26fff336eccc0af1a120b4f69b4035eb038fee0da1cff07af',
  boc: [
    'te6ccgECDAEAAo8AART/APSkE/S88sgLAQIBYgIDBKbQ+JGOKtMfMe1E0PoA+kjU1NEE1ywgvGoozPK/0z8x+gAwE6HIAfoC+lLM',
    'zMntVOAg1ywgAAAArOMC1ywj3uy+9OMC1ywhY7XLnOMC1ywjKA+apAQFBgcCA3pgCgsC/jHtRND6APpI1NTR+JIjxwXy4EkE0z8x',
    '+kj6ANdMIvpEMPLRTSDQ+Jf4k3D4OiSggSr4cPg2oLzy4EvXLCC8aijM8r/TPzH6ADAWoMgB+gIU+lISzCTPFMntVIIImJaAcvsC',
    '+CjIz4QgEvpS+lIjzxTJAtDIzsnIz4mIAVM0yIkICQDUMe1E0PoA+kjU1NEE0z/6APpI+lAw+CjIz4QgE/pSEvpSJ88UySfIz4TQ',
    'zMz5FsjPigBAy//PUPiSxwXy4EoFosgB+gIT+lLME8zJ7VQgbpFbjhbIz4UI+lKCENUydtvPC47LP8mAQvsA4gDUMe1E0G0C0z/6',
    'SNcKACH6RDDAAI4qNALUMddM+CjIz4QgUkD6UvpSIc8UyQHIz4TQzMz5FsjPigBAy//PUEMTkTPi+JIDlMj6UsmSMG3iyM+FCBP6',
    'UoIQ0XNUAM8Ljss/EvpU9ADJgFD7AADCjikx7UTQ+gD6SNTU0fiSUAPHBfLgSQPTPzH6SDDIUAP6AhL6UhLMzMntVODXLCZcMUgU',
    'jiMx7UTQ+gD6SNQx1NH4kiLHBfLgSQPXTMhQA/oC+lLMzMntVOAwhA8BxwDy9AABNAA2zxbMzPkWzwv/WPoCgQCNzwtwE8zMzMmA',
    'EfsAAFetvPaiaGoY66Z8FGRnwhAJ/SkJfSkQ54pkgORnwmhmZnyLZGfFACBl/+eoQAAfrxb2omh9AH0kampov6qQQA==',
  ].join(''),
};
