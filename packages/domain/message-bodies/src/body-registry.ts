import { bodyGroups } from './schemas/index.ts';
import type { Constructor } from './schema-language.ts';

const constructorsByTag: ReadonlyMap<number, readonly Constructor[]> = collect();

function collect(): Map<number, Constructor[]> {
  const byTag = new Map<number, Constructor[]>();
  for (const { constructors } of bodyGroups.toSorted((first, second) => first.order - second.order)) {
    for (const constructor of constructors) {
      const sameTag = byTag.get(constructor.tag);
      if (sameTag === undefined) byTag.set(constructor.tag, [constructor]);
      else sameTag.push(constructor);
    }
  }
  return byTag;
}

const none: readonly Constructor[] = [];

/** Returns the constructors with a tag, in the order of attempts; none if the tag is unknown. */
export function constructorsOf(tag: number): readonly Constructor[] {
  return constructorsByTag.get(tag) ?? none;
}

/** The known tags, unsigned. */
export const knownTags: readonly number[] = [...constructorsByTag.keys()];
