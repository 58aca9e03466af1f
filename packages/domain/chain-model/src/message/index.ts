export { loadMessage, type Message, type MessageParts, resolveMessage, storeMessage } from './message.ts';
export { messageBodyBytes, messageBodyHash, messageBodySlice } from './message-body.ts';
export type { MessageContent } from './message-content.ts';
export { type MessageInfo } from './message-info.ts';
export { type MessageInfoRelaxed } from './message-relaxed.ts';
export { normalisedMessageHash } from './normalised-hash.ts';
export { loadStateInit, resolveStateInit, type StateInit, storeStateInit } from './state-init.ts';
export { type TickTock } from './tick-tock.ts';
