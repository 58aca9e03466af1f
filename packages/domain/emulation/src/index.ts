export { EmulationError } from './emulation-error.ts';
export { feesIfAccepted } from './fees/fees-if-accepted.ts';
export { feesOfTransaction } from './fees/fees-of-transaction.ts';
export { messageFromOutside } from './messages/message-from-outside.ts';
