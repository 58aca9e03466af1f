export { EmulationError } from './emulation-error.ts';
export { feesIfAccepted } from './fees/fees-if-accepted.ts';
export { feesOfTransaction } from './fees/fees-of-transaction.ts';
export { messageFromOutside } from './messages/message-from-outside.ts';
export { readMessage } from './messages/read-message.ts';
export type { EmulatedTransaction } from './trace/emulated-trace.ts';
export { continueTrace, type MessageInFlight } from './trace/continue-trace.ts';
export { emulateTrace } from './trace/emulate-trace.ts';
export type { TraceBounds, TracePorts } from './trace/trace-ports.ts';
