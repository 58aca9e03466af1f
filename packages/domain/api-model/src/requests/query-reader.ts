import { z } from 'zod';

/** A parameter whose value cannot be converted, or that has too many values. */
export interface QueryFault {
  readonly name: string;
  /** The place in a list parameter. */
  readonly index?: number;
  /** The most values, of a parameter that has more. */
  readonly valuesMax?: number;
  /** True for a parameter that must be there and is not. */
  readonly isMissing?: boolean;
  /** What is to be told of the value, where that is more than its name. */
  readonly told?: string;
}

export type QueryReading<Query> =
  | { readonly kind: 'ok'; readonly query: Query }
  | { readonly kind: 'faults'; readonly faults: readonly QueryFault[] };

export interface QueryRules {
  /** Of a scalar that is given several times, the first value counts instead of the last. */
  readonly takesFirst?: boolean;
  /** Names are valid in any case. The names of the schema are in lower case. */
  readonly ignoresCase?: boolean;
  /** `name[0]` is an unknown parameter. `name[]` still counts as `name`. */
  readonly ignoresIndexed?: boolean;
}

/** The most values of a list that are collected; and one more, by which the list's own bound is noticed. */
const VALUES_COLLECTED_MAX = 1024;

/** The longest name of a parameter. */
const NAME_LENGTH_MAX = 64;

/**
 * Creates the reader of a query string with a request's schema. Unknown parameters are ignored, scalars have their last
 * value, lists have all values. `name[]` and `name[0]` count as `name`. Of each parameter the first fault is returned.
 */
export function createQueryReader<Shape extends z.core.$ZodShape>(
  schema: z.ZodObject<Shape>,
  { takesFirst = false, ignoresCase = false, ignoresIndexed = false }: QueryRules = {},
): (parameters: URLSearchParams) => QueryReading<z.output<z.ZodObject<Shape>>> {
  const isListByName = new Map(Object.entries(schema.shape).map(([name, member]) => [name, isList(member)]));
  const brackets = ignoresIndexed ? /\[\]$/ : /\[\d*\]$/;
  const nameOf = (key: string): string => {
    if (key.length > NAME_LENGTH_MAX) return key;
    const name = key.replace(brackets, '');
    return ignoresCase ? name.toLowerCase() : name;
  };
  return function readQuery(parameters) {
    const texts: Record<string, string | string[]> = {};
    for (const [key, value] of parameters) {
      const name = nameOf(key);
      const takesList = isListByName.get(name);
      if (takesList === undefined) continue;
      const before = texts[name];
      if (!takesList) texts[name] = takesFirst && before !== undefined ? before : value;
      else if (Array.isArray(before)) {
        // More values are not collected: one too many is refused.
        if (before.length <= VALUES_COLLECTED_MAX) before.push(value);
      } else texts[name] = [value];
    }
    const parsed = schema.safeParse(texts);
    if (parsed.success) return { kind: 'ok', query: parsed.data };
    const faults = new Map<string, QueryFault>();
    for (const issue of parsed.error.issues) {
      const fault = faultOf(issue);
      if (!faults.has(fault.name)) faults.set(fault.name, fault);
    }
    return { kind: 'faults', faults: [...faults.values()] };
  };
}

function faultOf(issue: z.core.$ZodIssue): QueryFault {
  const [name, index] = issue.path;
  return {
    name: String(name),
    ...(typeof index === 'number' ? { index } : {}),
    ...(issue.code === 'too_big' ? { valuesMax: Number(issue.maximum) } : {}),
    // A query has texts and lists of them, so a wrong type is a missing value.
    ...(issue.code === 'invalid_type' ? { isMissing: true } : {}),
    ...(issue.code === 'custom' && typeof issue.params?.['told'] === 'string' ? { told: issue.params['told'] } : {}),
  };
}

/** Tells whether a parameter is a list. Looks below `optional` and transforms. */
function isList(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional) return isList(schema.unwrap());
  if (schema instanceof z.ZodPipe) return isList(schema.in);
  return schema instanceof z.ZodArray;
}
