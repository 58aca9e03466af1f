/** A JSON schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The schema of the values of a map that may be any. */
const ANY_VALUE: JsonSchema = { description: 'Any value' };

const INT32_MIN = -(2 ** 31);
const INT32_MAX = 2 ** 31 - 1;

/**
 * Returns a schema with the same meaning that generators of clients and the documentation page understand:
 *
 * - "or null" is a second type, not a second schema;
 * - integers have only bounds that the schema sets: the largest exact integer of a double would be shown as the
 * example; and they say their size, without which clients in Go take 32 bits;
 * - an object in several forms is one object, because clients in Go and Python do not find the form of an answer;
 * - the values of a map that may be any have a description: beside an empty schema, or `true`, openapi-generator reads
 *   the whole object as OpenAPI 3.0; and tuples are lists with a fixed length;
 * - a constant boolean is a boolean with a description, because openapi-generator compares constants as texts;
 * - references are to the components of OpenAPI.
 */
export function plainSchema(schema: JsonSchema): JsonSchema {
  return plain(schema) as JsonSchema;
}

function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain);
  if (!isSchema(node)) return node;
  const children = Object.entries(sizedInteger(node))
    .filter(([name, value]) => !isTechnicalBound(name, value))
    .map(
      ([name, value]) => [name, name === 'additionalProperties' && isEmpty(value) ? ANY_VALUE : plain(value)] as const,
    );
  const copied: JsonSchema = Object.fromEntries(children);
  return componentReference(plainTruth(plainTuple(orNull(oneObject(copied)))));
}

/**
 * `{anyOf: [{type: "string"}, {type: "null"}]}` → `{type: ["string", "null"]}`; for a reference and a map: `oneOf`,
 * which generators understand. (In a list of types with a map, openapi-generator ignores the null; a description beside
 * the choice, instead of in the map, makes it a class of its own.)
 */
function orNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [given, nothing] = anyOf as readonly unknown[];
  if (!isSchema(given) || !isSchema(nothing) || nothing['type'] !== 'null') return schema;
  if (typeof given['$ref'] === 'string') return { ...rest, oneOf: anyOf };
  if (isMap(given)) return { oneOf: [{ ...given, ...rest }, nothing] };
  if (typeof given['type'] !== 'string') return schema;
  const values = given['enum'];
  return {
    ...given,
    ...rest,
    type: [given['type'], 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as readonly unknown[]), null] } : {}),
  };
}

/** Adds the size to an integer that has none: 32 bits where its bounds are within them. */
export function sizedInteger(schema: JsonSchema): JsonSchema {
  if (schema['type'] !== 'integer' || schema['format'] !== undefined) return schema;
  const { minimum, maximum } = schema;
  const isSmall =
    typeof minimum === 'number' && typeof maximum === 'number' && minimum >= INT32_MIN && maximum <= INT32_MAX;
  return { ...schema, format: isSmall ? 'int32' : 'int64' };
}

/**
 * Converts a choice between objects to one object, whose members are those of all forms; required are those that every
 * form requires. Where one of the forms has members of any name, it is a map. Forms with a name of their own
 * (references) stay a choice.
 *
 * @throws {TypeError} for a member with different values, other than words: that choice needs named forms
 */
export function oneObject(schema: JsonSchema): JsonSchema {
  const { anyOf, oneOf, ...rest } = schema;
  const forms = anyOf ?? oneOf;
  if (!Array.isArray(forms) || forms.length < 2 || !forms.every(isObject)) return schema;
  if (forms.some(isOpen)) return { ...rest, type: 'object', additionalProperties: ANY_VALUE };
  const names = [...new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const word = names.find((name) => forms.every((form) => wordsOf(form.properties?.[name]) !== undefined));
  const properties = names.map((name) => {
    const having = forms.filter((form) => form.properties?.[name] !== undefined);
    const member = oneMember(
      name,
      having.map((form) => form.properties?.[name] ?? {}),
    );
    if (word === undefined || having.length === forms.length) return [name, member] as const;
    const words = having.flatMap((form) => wordsOf(form.properties?.[word]) ?? []);
    return [name, described(member, `Only with ${word} ${words.join(', ')}`)] as const;
  });
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(properties),
    required: names.filter((name) => forms.every(({ required = [] }) => required.includes(name))),
    additionalProperties: false,
  };
}

/** One schema for a member that several forms have. */
function oneMember(name: string, schemas: readonly JsonSchema[]): JsonSchema {
  const [first = {}, ...others] = schemas;
  if (others.every((other) => JSON.stringify(other) === JSON.stringify(first))) return first;
  const words = schemas.map(wordsOf);
  if (words.includes(undefined))
    throw new TypeError(`The forms of an object differ in ${name}: name them by .meta({ id })`);
  return { type: 'string', enum: [...new Set(words.flat())] };
}

/** The words that a text can be; undefined, if it can be any text, or is none. */
function wordsOf(schema: JsonSchema | undefined): readonly unknown[] | undefined {
  if (schema?.['type'] !== 'string') return undefined;
  const { const: word, enum: words } = schema;
  if (word !== undefined) return [word];
  return Array.isArray(words) ? (words as readonly unknown[]) : undefined;
}

function described(schema: JsonSchema, text: string): JsonSchema {
  const { description } = schema;
  return { ...schema, description: typeof description === 'string' ? `${description}. ${text}` : text };
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

interface ObjectSchema extends JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

function isObject(schema: unknown): schema is ObjectSchema {
  return isSchema(schema) && schema['type'] === 'object';
}

/** Tells whether an object may have members that the schema does not name. */
function isOpen(schema: JsonSchema): boolean {
  const { additionalProperties } = schema;
  return additionalProperties !== undefined && additionalProperties !== false;
}

function isMap(schema: JsonSchema): boolean {
  return isOpen(schema) && schema['properties'] === undefined;
}

function isEmpty(value: unknown): boolean {
  return isSchema(value) && Object.keys(value).length === 0;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
