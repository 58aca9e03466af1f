/** EVAA's number for TON. */
export const evaaTon = '0x1a4219fe5e60d63af2a3cc7dce6fec69b45c6b5718497a6148e7c232ac87bd8a';

/** The jetton of an EVAA asset: null for TON, undefined for one that is not known. */
export function evaaJettonOf(assetId: string | undefined): string | null | undefined {
  return assetId === evaaTon ? null : undefined;
}
