import type { ChainState } from '../state/chain-state.ts';
import { createEnvironments, type Environments } from './environments.ts';
import { createLibraryDictionaries, type LibraryDictionaries } from './library-dictionaries.ts';
import { createReachableLibraries, type ReachableLibraries } from './reachable-libraries.ts';

/** What runs see of the chain besides their account. All kinds of runs share it, because much of it is kept. */
export interface Surroundings {
  readonly environments: Environments;
  readonly dictionaries: LibraryDictionaries;
  readonly reachable: ReachableLibraries;
}

export function createSurroundings(
  state: ChainState,
  bounds: { readonly environmentsMax: number; readonly librariesMax: number; readonly libraryBytesMax: number },
): Surroundings {
  return {
    environments: createEnvironments(state, { entriesMax: bounds.environmentsMax }),
    dictionaries: createLibraryDictionaries({ entriesMax: bounds.librariesMax, bytesMax: bounds.libraryBytesMax }),
    reachable: createReachableLibraries(state, { entriesMax: bounds.librariesMax }),
  };
}
