type Json = Readonly<Record<string, unknown>>;

interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/**
 * Schemas of all kinds that a server knows, from its OpenAPI document, as kubeconform reads them: one file per kind,
 * without references, and strict, so that a misspelt field is found.
 */
export function kubernetesSchemas(openApi: object): Map<string, Json> {
  const { definitions } = openApi as { readonly definitions: Readonly<Record<string, Json>> };
  const files = new Map<string, Json>();
  for (const [name, definition] of Object.entries(definitions)) {
    const kinds = (definition['x-kubernetes-group-version-kind'] ?? []) as readonly GroupVersionKind[];
    if (!('properties' in definition)) continue;
    for (const { group, version, kind } of kinds.filter(
      ({ kind }) => !/^(DeleteOptions|WatchEvent)$|List$/.test(kind),
    )) {
      const schema = strict(definition, definitions, [name]) as Json;
      const properties = {
        ...(schema['properties'] as Json),
        apiVersion: { enum: [group === '' ? version : `${group}/${version}`] },
        kind: { enum: [kind] },
      };
      const file = [kind.toLowerCase(), group.split('.')[0], version].filter((part) => part !== '').join('-');
      files.set(`${file}.json`, { ...schema, properties, required: ['apiVersion', 'kind'] });
    }
  }
  return files;
}

/** A definition with all that it refers to. What contains itself is not looked into a second time. */
function strict(value: unknown, definitions: Readonly<Record<string, Json>>, within: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => strict(item, definitions, within));
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as Json;
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1)!;
    return within.includes(name) ? {} : strict(definitions[name], definitions, [...within, name]);
  }
  if (schema['x-kubernetes-int-or-string'] === true || schema['format'] === 'int-or-string') {
    return { type: ['string', 'integer', 'null'] };
  }
  const result = Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !key.startsWith('x-kubernetes-') && key !== 'format' && key !== 'description')
      .map(([key, inner]) => [
        key,
        ['enum', 'default', 'required'].includes(key) ? inner : strict(inner, definitions, within),
      ]),
  );
  const { properties } = result as { readonly properties?: Json };
  if (properties === undefined) return result;
  const mayHaveMore = schema['x-kubernetes-preserve-unknown-fields'] === true || 'additionalProperties' in result;
  return mayHaveMore ? result : { ...result, additionalProperties: false };
}
