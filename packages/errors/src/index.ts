export { TonriverError, type ErrorFields } from './tonriver-error.ts';
export { errorMessage } from './error-message.ts';
