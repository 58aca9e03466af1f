import { TonriverError } from '@tonriver/errors';

export type VerifyErrorCode =
  | 'nothing_stored'
  | 'several_networks'
  | 'holder_without_port'
  | 'unknown_proof'
  /** Whatever answers at the URL, if anything does, is no ClickHouse that can be read. */
  | 'no_click_house'
  /** The tables are those of another version of this program. */
  | 'schema_older'
  | 'schema_newer';

/** The proofs could not be run: nothing is known either way. */
export class VerifyError extends TonriverError<VerifyErrorCode> {}
