export { type AnswerSchemas, answerSchemas, errorAnswer, errorAnswerV2 } from './answers/answers.ts';
export { type TransactionDescriptionAnswer, transactionDescription } from './answers/description.ts';
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
  type GetMethodFailure,
  getMethodFailure,
} from './get-method/get-method-error.ts';
export {
  type NeutralStackEntry,
  neutralStackEntry,
  STACK_NESTING_MAX,
} from './get-method/stack-entry.ts';
export { DIALECT_BASE_PATHS, DIALECT_NAMES, type DialectName } from './dialect-name.ts';
export { type EndpointDescription, endpointDescriptions } from './open-api/endpoints.ts';
export {
  API_VERSION,
  type DocumentExamples,
  type OpenApiDocument,
  type OpenApiOptions,
  openApiDocument,
} from './open-api/open-api-document.ts';
export { LIST_VALUES_MAX } from './requests/parameter.ts';
export { type QueryFault, type QueryReading, readQuery } from './requests/read-query.ts';
export {
  type DecodeRequest,
  decodeBody,
  decodeQuery,
  masterchainInfoQuery,
  pendingActionsQuery,
  type ShardBlocksQuery,
  shardBlocksQuery,
  type TransactionsByMessageQuery,
  transactionsByMessageQuery,
} from './requests/requests.ts';
export { type ApiAddress, parseAddress, rawAddress, userFriendlyAddress } from './values/address-text.ts';
export { hashToBase64, parseHash } from './values/hash-text.ts';
export { methodIdOfName } from './values/method-id.ts';
export {
  parseBoolean,
  parseDecimal,
  parseInt32,
  parseLogicalTime,
  parseSort,
  parseUnixTime,
} from './values/number-text.ts';
export { opcodeHex, opcodeSigned, parseOpcode } from './values/opcode-text.ts';
export { parseStackNumber, stackNumberHex } from './values/stack-number.ts';
export { parseShard, shardDecimal, shardHex } from './values/shard-text.ts';
