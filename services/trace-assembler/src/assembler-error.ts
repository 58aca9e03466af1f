import { TonriverError } from '@tonriver/errors';

export type AssemblerErrorCode = 'bad_snapshot' | 'missing_rows';

/** Trace assembly cannot go on from what is stored. */
export class AssemblerError extends TonriverError<AssemblerErrorCode> {}
