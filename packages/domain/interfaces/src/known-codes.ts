import type { FoundInterface } from './found-interface.ts';

/** Code hash, base64 → what a contract with this code is. */
const known: ReadonlyMap<string, FoundInterface> = new Map([
  // The nominator pool of TON.
  ['mj7BS8CY9rRAZMMFIiyuooAPF92oXuaoGYpwle3hDc8=', { kind: 'nominator_pool' }],
]);

/** What a contract is whose code is known; undefined for all other code. */
export function knownByCode(codeHash: string): FoundInterface | undefined {
  return known.get(codeHash);
}
