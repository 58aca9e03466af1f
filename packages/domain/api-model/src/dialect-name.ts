/**
 * The two dialects of one API: `contract` is the written contract under `/api`, `deployed` the drop-in form of the
 * public service under `/toncenter/api`.
 */
export type DialectName = 'contract' | 'deployed';

export const DIALECT_NAMES: readonly DialectName[] = ['contract', 'deployed'];

/** The path before `/v3/…` and `/v2/…`. */
export const DIALECT_BASE_PATHS: Readonly<Record<DialectName, string>> = {
  contract: '/api',
  deployed: '/toncenter/api',
};
