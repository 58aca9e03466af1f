export { bodyBytesMax, bodyTextLengthMax, decodeBodyText } from './body-text.ts';
export { tagsWithSchema } from './body-registry.ts';
export { decodeBody, decodeBodySlice } from './decode-body.ts';
export { decodeLimits } from './decode-budget.ts';
export type {
  BodyDecoding,
  DecodedAddress,
  DecodedAnycast,
  DecodedBits,
  DecodedCell,
  DecodedEither,
  DecodedField,
  DecodedMaybe,
  DecodedObject,
  DecodedReference,
  DecodedScalar,
  DecodedText,
  DecodedValue,
  DecodedVarUint,
} from './decoded-value.ts';
export type { JsonObject, JsonValue } from './json-value.ts';
export { knownOpcodes, opcodeName } from './opcode-name.ts';
export { decodeOpcodeText, type OpcodeText } from './opcode-text.ts';
export { renderContract } from './render-contract.ts';
export { type RenderOptions, renderDeployed } from './render-deployed.ts';
