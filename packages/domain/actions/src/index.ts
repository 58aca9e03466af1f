export { type Action } from './actions/action.ts';
export { type ActionsVersion, expandActionTypes } from './actions/action-types.ts';
export { type ActionContent, answerOf, contentOf, databaseRowOf, isVisible, versionsWith } from './actions/answers.ts';
export { type ActionsDialect, type JsonValue, mayDifferByDialect } from './actions/details.ts';
export { type Classification, classify } from './classify.ts';
export { RULES_VERSION } from './rules-version.ts';
export { addressesNeeded, dataNeeded } from './requests/needed-addresses.ts';
export { type AccountInterfaces } from './trace/interfaces.ts';
export { BODY_OPENINGS_MAX, type MessageInput, type TraceInput, type TransactionInput } from './trace/trace-input.ts';
