/** A JSON schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns a schema with the same meaning that generators of clients and the documentation page understand:
 *
 * - "or null" is a second type, not a second schema;
 * - integers have only bounds that the schema sets: the largest exact integer of a double would be shown as the
 * example;
 * - any value is `true`, and tuples are lists with a fixed length;
 * - a constant boolean is a boolean with a description, because openapi-generator compares constants as texts;
 * - references are to the components of OpenAPI.
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
 * `{anyOf: [{type: "string"}, {type: "null"}]}` → `{type: ["string", "null"]}`; for a reference and a map: `oneOf`,
 * which generators understand. (In a list of types with a map, openapi-generator ignores the null.)
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

/** Converts a tuple, which generators do not support, to a list of fixed length whose elements may be any of its. */
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
