/**
 * The two dialects of the API: `contract` is the written contract under `/api`, `deployed` is the form of the deployed
 * public service under `/toncenter/api`.
 */
export type DialectName = 'contract' | 'deployed';

export const DIALECT_NAMES: readonly DialectName[] = ['contract', 'deployed'];

/** Returns the path before `/v3/…` and `/v2/…`. */
export const DIALECT_BASE_PATHS: Readonly<Record<DialectName, string>> = {
  contract: '/api',
  deployed: '/toncenter/api',
};
