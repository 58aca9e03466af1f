import { TonriverError } from '@tonriver/errors';

export type VerifyErrorCode = 'nothing_stored' | 'several_networks' | 'holder_without_port' | 'unknown_proof';

/** The proofs could not be run: nothing is known either way. */
export class VerifyError extends TonriverError<VerifyErrorCode> {}
