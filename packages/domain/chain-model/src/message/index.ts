export { loadMessage, type Message, type MessageParts, resolveMessage, storeMessage } from './message.ts';
export { messageBodyBytes, messageBodyHash, messageBodySlice } from './message-body.ts';
export {
  isMessageDestination,
  isMessageSource,
  loadMessageDestination,
  loadMessageSource,
  type MessageOutline,
} from './message-outline.ts';
export type { MessageContent } from './message-content.ts';
export { loadMessageInfo, type MessageInfo } from './message-info.ts';
export { type MessageInfoRelaxed, storeMessageRelaxed } from './message-relaxed.ts';
export { normalisedMessageHash } from './normalised-hash.ts';
export { loadOutsideMessage, type OutsideMessage, outsideMessageLimits } from './outside-message.ts';
export { loadSimpleLibs } from './simple-lib.ts';
export { loadStateInit, resolveStateInit, type StateInit, storeStateInit } from './state-init.ts';
export { type TickTock } from './tick-tock.ts';
export { writeExternalMessage } from './write-external-message.ts';
