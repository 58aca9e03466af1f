export { EmulationError, type EmulationErrorCode } from './emulation-error.ts';
export { feesIfAccepted, type RefusedMessage } from './fees/fees-if-accepted.ts';
export { feesOfTransaction } from './fees/fees-of-transaction.ts';
export type { MessageFees } from './fees/message-fees.ts';
export { messageFromOutside, type OutsideMessageParts } from './messages/message-from-outside.ts';
