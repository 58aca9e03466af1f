import { Bag, type Cell, writeBag } from '@tonriver/boc';
import type { ChainBuilder } from '@tonriver/chain-builder';
import { buildHashmap, loadSharedLibraries } from '@tonriver/chain-model';

/** What every transaction of a round can see of the chain, as bags of cells. */
export interface ChainEnvironment {
  /** `Hashmap 32 ^Cell`. */
  readonly configBoc: Uint8Array;
  /** `Hashmap 256 ^Cell`: the public libraries by hash; null when there is none. */
  readonly librariesBoc: Uint8Array | null;
}

/**
 * Reads the environment of the newest round. As long as the configuration or the libraries stay the same, the same
 * arrays are returned, so that they are written, sent and parsed once.
 */
export function createEnvironmentReader(): (chain: Pick<ChainBuilder, 'facts' | 'masterchain'>) => ChainEnvironment {
  const writeConfig = rememberLast((dictionary: Cell) => writeBag([dictionary], { crc: false }));
  const writeLibraries = rememberLast(writeLibraryCells);
  return (chain) => {
    const { libraries } = chain.masterchain().contents;
    return {
      configBoc: writeConfig(chain.facts().config.dictionary),
      librariesBoc: libraries === null ? null : writeLibraries(libraries),
    };
  };
}

function writeLibraryCells(libraries: Cell): Uint8Array {
  const bag = Bag.of(libraries);
  const entries = loadSharedLibraries(bag, bag.root).map(({ key, value }) => {
    return { key, value: bag.toCell(value.library) };
  });
  const root = buildHashmap(entries, {
    keyBits: 256,
    storeValue: (builder, cell: Cell) => void builder.storeRef(cell),
  });
  return root === null ? new Uint8Array() : writeBag([root], { crc: false });
}

function rememberLast<Input, Output>(compute: (input: Input) => Output): (input: Input) => Output {
  let last: { readonly input: Input; readonly output: Output } | undefined;
  return (input) => {
    if (last === undefined || last.input !== input) last = { input, output: compute(input) };
    return last.output;
  };
}
