/** A JSON schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * A schema as generators of clients and the documentation page understand it, with the same meaning to a reader:
 *
 * - "or null" is a second type and no second schema;
 * - integers without bounds of their own have none: the largest that a double holds exactly is no bound of ours, and
 *   would be shown as the example;
 * - values of any kind are said with `true`, and tuples are lists of so many elements;
 * - a truth value that never changes says so in words: openapi-generator compares it with the text of it;
 * - components are referred to where OpenAPI keeps them.
 */
export function plainSchema(schema: JsonSchema): JsonSchema {
  return plain(schema) as JsonSchema;
}

function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain);
  if (!isSchema(node)) return node;
  const children = Object.entries(node)
    .filter(([name, value]) => !isTechnicalBound(name, value))
    .map(([name, value]) => [name, name === 'additionalProperties' && isEmpty(value) ? true : plain(value)] as const);
  const copied: JsonSchema = Object.fromEntries(children);
  return componentReference(plainTruth(plainTuple(orNull(copied))));
}

/**
 * `{anyOf: [{type: "string"}, {type: "null"}]}` → `{type: ["string", "null"]}`; of a reference and of a map: `oneOf`, where
 * generators know what is meant. (Of a list of types that a map has, openapi-generator forgets the null.)
 */
function orNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [given, nothing] = anyOf as readonly unknown[];
  if (!isSchema(given) || !isSchema(nothing) || nothing['type'] !== 'null') return schema;
  if (typeof given['$ref'] === 'string' || isMap(given)) return { ...rest, oneOf: anyOf };
  if (typeof given['type'] !== 'string') return schema;
  const values = given['enum'];
  return {
    ...given,
    ...rest,
    type: [given['type'], 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as readonly unknown[]), null] } : {}),
  };
}

/** Generators of clients know no tuples: a list of so many elements, each of which may be any of them. */
function plainTuple(schema: JsonSchema): JsonSchema {
  const { prefixItems, ...rest } = schema;
  if (!Array.isArray(prefixItems)) return schema;
  const isOpen = prefixItems.some(isEmpty);
  const items = isOpen ? {} : { anyOf: prefixItems };
  return { ...rest, items, minItems: prefixItems.length, maxItems: prefixItems.length };
}

function plainTruth(schema: JsonSchema): JsonSchema {
  const { const: value, ...rest } = schema;
  return typeof value === 'boolean' ? { ...rest, description: `Always ${String(value)}` } : schema;
}

function componentReference(schema: JsonSchema): JsonSchema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  return { ...schema, $ref: reference.replace('#/$defs/', '#/components/schemas/') };
}

function isTechnicalBound(name: string, value: unknown): boolean {
  return (
    (name === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (name === 'maximum' && value === Number.MAX_SAFE_INTEGER)
  );
}

function isMap(schema: JsonSchema): boolean {
  return isSchema(schema['additionalProperties']) && schema['properties'] === undefined;
}

function isEmpty(value: unknown): boolean {
  return isSchema(value) && Object.keys(value).length === 0;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
