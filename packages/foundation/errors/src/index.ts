export { TonriverError, type ErrorFields } from './tonriver-error.ts';
export { errorMessage } from './error-message.ts';
export { type ReadingFault, readingFaultOf } from './reading-fault.ts';
