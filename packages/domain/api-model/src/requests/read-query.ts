import { z } from 'zod';
import { LIST_VALUES_MAX } from './parameter.ts';

/** A parameter whose value cannot be converted; `index` is the place in a list parameter. */
export interface QueryFault {
  readonly name: string;
  readonly index?: number;
}

export type QueryReading<Query> =
  | { readonly kind: 'ok'; readonly query: Query }
  | { readonly kind: 'faults'; readonly faults: readonly QueryFault[] };

/** The longest name of a parameter. */
const NAME_LENGTH_MAX = 64;

/**
 * Reads a query string with a request's schema. Unknown parameters are ignored, scalars have their last value, lists
 * have all values. `name[]` and `name[0]` count as `name`.
 */
export function readQuery<Shape extends z.core.$ZodShape>(
  schema: z.ZodObject<Shape>,
  parameters: URLSearchParams,
): QueryReading<z.output<z.ZodObject<Shape>>> {
  const texts: Record<string, string | string[]> = {};
  for (const [key, value] of parameters) {
    const name = key.length > NAME_LENGTH_MAX ? key : key.replace(/\[\d*\]$/, '');
    if (!Object.hasOwn(schema.shape, name)) continue;
    const before = texts[name];
    if (!isList(schema.shape[name])) texts[name] = value;
    else if (Array.isArray(before)) {
      // More values are not collected: one too many is refused.
      if (before.length <= LIST_VALUES_MAX) before.push(value);
    } else texts[name] = [value];
  }
  const parsed = schema.safeParse(texts);
  if (parsed.success) return { kind: 'ok', query: parsed.data };
  const faults = parsed.error.issues.map(({ path: [name, index] }) => ({
    name: String(name),
    ...(typeof index === 'number' ? { index } : {}),
  }));
  return { kind: 'faults', faults };
}

/** Tells whether a parameter is a list. Looks below `optional` and transforms. */
function isList(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional) return isList(schema.unwrap());
  if (schema instanceof z.ZodPipe) return isList(schema.in);
  return schema instanceof z.ZodArray;
}
