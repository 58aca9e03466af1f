import { type DialectName, openApiDocument } from '@tonriver/api-model';
import { endpoints } from '../endpoints/index.ts';
import { ENDPOINT_TAGS } from '../endpoints/tags.ts';
import type { DocumentedServer } from './documented-servers.ts';
import type { IndexedExamples } from './indexed-examples.ts';

/** Returns the OpenAPI document of a dialect, with all endpoints and with examples that have answers here. */
export function endpointDocument({
  dialect,
  servers,
  examples,
}: {
  readonly dialect: DialectName;
  readonly servers: readonly DocumentedServer[];
  readonly examples?: IndexedExamples | undefined;
}): Readonly<Record<string, unknown>> {
  const described = endpoints.flatMap(({ describe }) => describe(dialect, examples));
  return openApiDocument({ dialect, endpoints: described, tags: ENDPOINT_TAGS, servers });
}
