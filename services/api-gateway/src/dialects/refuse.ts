import type { GatewayError } from '../gateway-error.ts';

/** Creates the error for an invalid request, with the text and status of the dialect. */
export type Refuse = (text: string) => GatewayError;
