export { loadMessage, type Message, type MessageParts, resolveMessage, storeMessage } from './message.ts';
export { borrowMessageBody, messageBodyBytes, messageBodyHash, messageBodySlice } from './message-body.ts';
export type { MessageContent } from './message-content.ts';
export {
  type ExternalInMessageInfo,
  type ExternalOutMessageInfo,
  type InternalMessageInfo,
  loadMessageInfo,
  type MessageInfo,
  storeMessageInfo,
} from './message-info.ts';
export {
  type ExternalOutMessageInfoRelaxed,
  type InternalMessageInfoRelaxed,
  loadMessageRelaxed,
  type MessageInfoRelaxed,
  type MessageRelaxed,
  resolveMessageRelaxed,
  storeMessageRelaxed,
} from './message-relaxed.ts';
export { normalisedMessageHash } from './normalised-hash.ts';
export { type KeyedSimpleLib, loadSimpleLib, loadSimpleLibs, type SimpleLib, storeSimpleLib } from './simple-lib.ts';
export { loadStateInit, resolveStateInit, type StateInit, storeStateInit } from './state-init.ts';
export { loadTickTock, storeTickTock, type TickTock } from './tick-tock.ts';
