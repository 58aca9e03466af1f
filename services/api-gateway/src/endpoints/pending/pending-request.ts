import { addressParameter, hashListParameter } from '@tonriver/api-model';
import type { z } from 'zod';
import { base64Of } from '../../answers/base64.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import { accountsOf, addressText } from '../accounts/account-key.ts';
import { supportedTypesParameter } from '../actions/trace-request.ts';

/** Which pending traces a request is for: those of which all that is given holds. */
export interface PendingFilter {
  /** Raw; `none`: an address that is no account's, which nothing matches. */
  readonly account: string | undefined;
  /** Of messages, normalised or as they were sent, base64. */
  readonly messageHashes: readonly string[] | undefined;
}

/** The parameters of endpoints that list pending traces, or what is in them. */
export const pendingParameters = {
  account: addressParameter('Account that takes part').optional(),
  ext_msg_hash: hashListParameter('Hash, or normalised hash, of the external message that begins the trace').optional(),
  supported_action_types: supportedTypesParameter.optional(),
};

type PendingQuery = {
  readonly [Name in 'account' | 'ext_msg_hash']?: z.output<(typeof pendingParameters)[Name]>;
};

/** @throws {GatewayError} with the dialect's status when the request is for all pending traces */
export function readPendingFilter(query: PendingQuery, dialect: Dialect): PendingFilter {
  const { account, ext_msg_hash: hashes = [] } = query;
  if (account === undefined && hashes.length === 0) {
    throw dialect.badRequest('account or ext_msg_hash should be specified');
  }
  // In the deployed service the account alone counts when both are given.
  const hasHashes = hashes.length > 0 && (dialect.name === 'contract' || account === undefined);
  const [key] = account === undefined ? [] : accountsOf([account]);
  return {
    account: account === undefined ? undefined : key === undefined ? 'none' : addressText(key),
    messageHashes: hasHashes ? hashes.map((hash) => base64Of(hash)) : undefined,
  };
}
