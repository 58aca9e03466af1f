import { type Hash, hashToHex } from '@tonriver/chain-model';
import type { AccountAtPoint, ChainState, RunPoint } from '../state/chain-state.ts';
import { createBoundedMemory } from '../state/bounded-memory.ts';
import { libraryReferences } from '../state/library-references.ts';

/** Libraries that are fetched before a run because something refers to them; the run asks for others by itself. */
const FETCHED_MAX = 64;
/** Bytes of them. */
const FETCHED_BYTES_MAX = 4 * 1024 * 1024;

export interface ReachableLibraries {
  /** By the hash of the library, hexadecimal: what code, data, arguments and those libraries refer to, and is there. */
  find(account: AccountAtPoint, bags: readonly Uint8Array[], point: RunPoint): Promise<Map<string, Uint8Array>>;
}

/**
 * Looks for library cells in everything that a run begins with. It need not find all of them: what is missing is asked
 * for when the run stops there. But a run that catches its own exceptions would not stop.
 */
export function createReachableLibraries(
  state: ChainState,
  bounds: { readonly entriesMax: number },
): ReachableLibraries {
  // A tree of an account is the same array object while it is kept: scanned once.
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
      for (let hash = waiting.pop(); hash !== undefined; hash = waiting.pop()) {
        const key = hashToHex(hash);
        if (found.has(key) || asked.has(key)) continue;
        if (asked.size >= FETCHED_MAX || bytes > FETCHED_BYTES_MAX) break;
        asked.add(key);
        const finding = await state.library(hash, point);
        if (typeof finding === 'string') continue;
        found.set(key, finding);
        bytes += finding.length;
        const references = nested.get(key) ?? libraryReferences(finding, FETCHED_MAX);
        nested.set(key, references);
        waiting.push(...references);
      }
      return found;
    },
  };
}
