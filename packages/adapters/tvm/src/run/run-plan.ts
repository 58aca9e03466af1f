import { isCodeStatic } from '../code/static-code.ts';
import type { InputTree } from './input-tree.ts';
import { type Library, type LibrarySet, reachableLibraries, writeLibraries } from './library-set.ts';

/** The data that a run gets beside its own input. */
export interface RunPlan {
  readonly wholeConfig: boolean;
  /** Whether parameter 43 must be in the form that this build can read. */
  readonly readableSizeLimits: boolean;
  readonly previousBlocks: boolean;
  /** A dictionary of libraries in Base64, null for none. */
  readonly libraries: Buffer | null;
}

export interface PlanInput {
  readonly code: InputTree;
  readonly data: InputTree;
  readonly arguments: Pick<InputTree, 'libraryHashes'>;
  readonly libraries: LibrarySet | null;
  readonly globalVersion: number;
}

/** From this global version on looking for a library costs the same, however many there are. */
const FREE_LOOK_UPS_VERSION = 4;

/** The run gets everything: correct for every contract, but slow. */
export function wholePlan({ code, libraries }: PlanInput): RunPlan {
  return {
    wholeConfig: true,
    readableSizeLimits: code.findings().sendsMessages,
    previousBlocks: true,
    libraries: libraries?.whole() ?? null,
  };
}

/**
 * Decides which data can be left out of a run without changing its result or its gas.
 *
 * Only code that is proved to be static is planned for: then nothing is executed but what stands in the code and in the
 * libraries that it can reach, so an instruction that is nowhere in those cells, at no bit offset, is not executed.
 * All other code gets everything.
 */
export function planRun(input: PlanInput): RunPlan {
  const { code, data, libraries, globalVersion } = input;
  const hashes = [...code.libraryHashes, ...data.libraryHashes, ...input.arguments.libraryHashes];
  const reachable = hashes.length === 0 || libraries === null ? [] : reachableLibraries(libraries, hashes);
  if (reachable === null || !isStatic(code, reachable)) return wholePlan(input);
  const findings = [code.findings(), ...reachable.map((library) => library.findings)];
  // A reference built at run time can lead to any library.
  if (libraries !== null && findings.some((found) => found.buildsLibraryReferences)) return wholePlan(input);
  // Every cell on the way to a library was paid for: the fewer libraries there are, the cheaper it would be.
  const paysForLookUps = globalVersion < FREE_LOOK_UPS_VERSION && hashes.length > 0;
  const reads = globalVersion < 6 ? 'readsConfigBeforeVersion6' : 'readsConfig';
  return {
    wholeConfig: findings.some((found) => found[reads]),
    readableSizeLimits: findings.some((found) => found.sendsMessages),
    previousBlocks: findings.some((found) => found.readsPreviousBlocks),
    libraries: paysForLookUps ? (libraries?.whole() ?? null) : writeLibraries(reachable),
  };
}

function isStatic(code: InputTree, reachable: readonly Library[]): boolean {
  const byHash = new Map(reachable.map((library) => [library.hash, library.code]));
  const library = (hash: Uint8Array) => byHash.get(Buffer.from(hash).toString('hex')) ?? null;
  return isCodeStatic({ bag: code.bag, cell: code.bag.root }, library);
}
