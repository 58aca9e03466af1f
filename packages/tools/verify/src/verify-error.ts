import { TonriverError } from '@tonriver/errors';

export type VerifyErrorCode =
  | 'nothing_stored'
  | 'several_networks'
  | 'holder_without_port'
  | 'unknown_proof'
  /** Nothing at the URL answers as ClickHouse does. */
  | 'no_click_house'
  /** The tables belong to another version of this program. */
  | 'schema_older'
  | 'schema_newer';

/** The proofs could not run, so nothing is proved either way. */
export class VerifyError extends TonriverError<VerifyErrorCode> {}
