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

/** The constructors with this tag in the order in which they are tried; empty if there is no schema for it yet. */
export function constructorsOf(tag: number): readonly Constructor[] {
  return constructorsByTag.get(tag) ?? [];
}

/** The tags that have a schema, unsigned. */
export const tagsWithSchema: readonly number[] = [...constructorsByTag.keys()];
