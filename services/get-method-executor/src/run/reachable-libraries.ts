import { type Hash, hashToHex } from '@tonriver/chain-model';
import type { AccountAtPoint, ChainState, RunPoint } from '../state/chain-state.ts';
import { createBoundedMemory } from '../state/bounded-memory.ts';
import { libraryReferences } from '../state/library-references.ts';

/** Limit of libraries that are fetched before a run because its cells refer to them. The run itself asks for others. */
const FETCHED_MAX = 64;
/** Limit of their bytes. */
const FETCHED_BYTES_MAX = 4 * 1024 * 1024;

export interface ReachableLibraries {
  /** Libraries that code, data, arguments or other such libraries refer to. */
  find(
    account: Pick<AccountAtPoint, 'ownLibraries'>,
    bags: readonly Uint8Array[],
    point: RunPoint,
  ): Promise<FoundLibraries>;
}

interface FoundLibraries {
  /** Those that exist, by their hash in hexadecimal. */
  readonly found: Map<string, Uint8Array>;
  /** One of which it is not known whether it exists, or that was not looked for because there are too many; or none. */
  readonly unknown: Hash | undefined;
}

/**
 * Looks for library cells in all inputs of a run. It may miss some: if the run stops at a missing library, it is
 * repeated with that library. This search is still needed, because a run that catches its own exceptions does not stop.
 */
export function createReachableLibraries(
  state: ChainState,
  bounds: { readonly entriesMax: number },
): ReachableLibraries {
  // The tree of an account is the same array object while it is kept, so it is scanned once.
  const scanned = new WeakMap<Uint8Array, readonly Hash[]>();
  const nested = createBoundedMemory<readonly Hash[]>(bounds);
  const referencesOf = (boc: Uint8Array): readonly Hash[] => {
    const known = scanned.get(boc) ?? libraryReferences(boc, FETCHED_MAX);
    scanned.set(boc, known);
    return known;
  };
  return {
    async find(account, bags, point) {
      const { ownLibraries } = account;
      const found = new Map(ownLibraries === 'unknown' ? [] : ownLibraries);
      const waiting = [...bags, ...found.values()].flatMap(referencesOf);
      const asked = new Set<string>();
      let bytes = 0;
      let unknown: Hash | undefined;
      for (let hash = waiting.pop(); hash !== undefined; hash = waiting.pop()) {
        const key = hashToHex(hash);
        if (found.has(key) || asked.has(key)) continue;
        if (asked.size >= FETCHED_MAX || bytes > FETCHED_BYTES_MAX) {
          unknown = hash;
          break;
        }
        asked.add(key);
        const finding = await state.library(hash, point);
        if (finding === 'unknown') unknown = hash;
        if (typeof finding === 'string') continue;
        found.set(key, finding);
        bytes += finding.length;
        const references = nested.get(key) ?? libraryReferences(finding, FETCHED_MAX);
        nested.set(key, references);
        waiting.push(...references);
      }
      return { found, unknown };
    },
  };
}
