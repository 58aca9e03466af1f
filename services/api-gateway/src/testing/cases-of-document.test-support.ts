import { type ClientCall, type DocumentOperation, documentOperations } from '@tonriver/testing';

/** A call of a generated client, and the status that it gets. */
export interface ClientCase extends ClientCall {
  readonly status: number;
}

/** Operations whose example asks for what may not be there, on a chain where it is not. */
const NOTHING_THERE: readonly string[] = ['get_v3_pendingTransactions'];

/** The example of every operation of a document: its parameters and its body. An endpoint needs no other case. */
export function casesOfDocument(document: object): readonly ClientCase[] {
  return documentOperations(document).map(({ id, parameters, body }) => ({
    operation: id,
    arguments: Object.fromEntries(parameters.flatMap(exampleOf)),
    ...(body === undefined ? {} : { body: body.example }),
    status: NOTHING_THERE.includes(id) ? 404 : 200,
  }));
}

/** The example of a parameter in its type; none, if it has none. */
function exampleOf({ name, schema }: DocumentOperation['parameters'][number]): readonly [string, unknown][] {
  const [example] = (schema['examples'] ?? []) as readonly unknown[];
  if (example === undefined) return [];
  // The page of the documentation writes any value as text, and clients do not.
  const isPlain = typeof example === 'number' || typeof example === 'boolean';
  if (schema['type'] === 'string' && isPlain) return [[name, String(example)]];
  if (schema['type'] === 'integer' && typeof example === 'string') return [[name, Number(example)]];
  return [[name, example]];
}
