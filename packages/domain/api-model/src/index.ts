export { type TransactionDescriptionAnswer } from './answers/description.ts';
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
export { DIALECT_BASE_PATHS, DIALECT_NAMES, type DialectName } from './dialect-name.ts';
export {
  API_VERSION,
  type DocumentExamples,
  openApiDocument,
} from './open-api/open-api-document.ts';
export { type QueryFault, readQuery } from './requests/read-query.ts';
export {
  type DecodeRequest,
  decodeBody,
  decodeQuery,
  pendingActionsQuery,
  shardBlocksQuery,
  type TransactionsByMessageQuery,
  transactionsByMessageQuery,
} from './requests/requests.ts';
export { type ApiAddress, parseAddress, rawAddress, userFriendlyAddress } from './values/address-text.ts';
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
