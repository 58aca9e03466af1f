export { type TransactionDescriptionAnswer } from './answers/description.ts';
export {
  type ContinueTraceCall,
  continueTraceCall,
  type EmulatedTraceAnswer,
  type EmulatedAction,
  emulatedAction,
  emulatedTraceAnswer,
  type EmulateTraceCall,
  emulateTraceCall,
} from './emulation/emulated-trace.ts';
export {
  type FeeEstimate,
  type FeeEstimateCall,
  feeEstimate,
  feeEstimateCall,
} from './emulation/fee-estimate.ts';
export {
  type GetMethodAnswer,
  type GetMethodCall,
  type GetMethodExecutor,
  getMethodAnswer,
  getMethodCall,
} from './get-method/get-method-call.ts';
export {
  errorOfFailure,
  failureOf,
  GetMethodError,
  type GetMethodErrorCode,
  getMethodFailure,
} from './get-method/get-method-error.ts';
export {
  type NeutralStackEntry,
  STACK_NESTING_MAX,
} from './get-method/stack-entry.ts';
export type { MessageFollower } from './messages/message-follower.ts';
export { type MessageTarget, MessageTargetError, type SentMessage } from './messages/message-target.ts';
export { DIALECT_BASE_PATHS, DIALECT_NAMES, type DialectName } from './dialect-name.ts';
export { objectSchemas } from './answers/object-schemas.ts';
export {
  accountStatus,
  address,
  bagOfCells,
  decimal,
  extraCurrencies,
  hash,
  hashOrEmpty,
  integer,
} from './answers/primitives.ts';
export {
  accountAddressV2,
  accountStatusV2,
  blockIdV2,
  cellV2,
  extraCurrencyV2,
  extraV2,
  transactionIdV2,
} from './answers/v2.ts';
export type { EndpointDescription } from './open-api/endpoint-description.ts';
export { API_VERSION, openApiDocument } from './open-api/open-api-document.ts';
export {
  addressListParameter,
  addressParameter,
  booleanParameter,
  hashListParameter,
  hashParameter,
  int32Parameter,
  limitParameter,
  logicalTimeParameter,
  offsetParameter,
  opcodeParameter,
  shardParameter,
  textListParameter,
  textParameter,
  unixTimeParameter,
} from './requests/parameter.ts';
export {
  accountHashParameter,
  givenAddressParameter,
  hashListParameterV2,
  hashParameterV2,
  int32ParameterV2,
  int64Parameter,
  truthParameter,
} from './requests/parameter-v2.ts';
export { createQueryReader, type QueryFault, type QueryRules } from './requests/query-reader.ts';
export { type ApiAddress, parseAddress, rawAddress, userFriendlyAddress } from './values/address-text.ts';
export type { GivenAddress } from './values/given-address.ts';
export { hashToBase64 } from './values/hash-text.ts';
export { methodIdOfName } from './values/method-id.ts';
export {
  parseBoolean,
  parseDecimal,
  parseSort,
} from './values/number-text.ts';
export { opcodeHex, opcodeSigned } from './values/opcode-text.ts';
export { parseStackNumber, stackNumberHex } from './values/stack-number.ts';
export { shardDecimal, shardHex } from './values/shard-text.ts';
