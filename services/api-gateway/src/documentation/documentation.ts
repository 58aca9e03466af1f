import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DIALECT_BASE_PATHS, DIALECT_NAMES } from '@tonriver/api-model';
import { Router } from 'express';
import type { DocumentedServer } from './documented-servers.ts';
import { endpointDocument } from './endpoint-document.ts';
import type { FindIndexedExamples, IndexedExamples } from './indexed-examples.ts';
import { createKeptAsset } from './kept-asset.ts';

export interface DocumentationOptions {
  readonly servers: readonly DocumentedServer[];
  readonly indexedExamples: FindIndexedExamples;
}

/** Path of the documentation, to which `/` redirects where there is no explorer. */
const DOCUMENTATION_PATH = '/api/v3/index.html';

const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'favicon-32x32.png'];

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Tonriver API</title>
    <link rel="stylesheet" href="./swagger-ui.css">
    <link rel="icon" type="image/png" href="./favicon-32x32.png">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="./swagger-ui-bundle.js"></script>
    <script src="./swagger-ui-standalone-preset.js"></script>
    <script src="./swagger-initializer.js"></script>
  </body>
</html>
`;

/** Serves the OpenAPI documents of both dialects and the page that shows them. The page works offline. */
export function createDocumentation({ servers, indexedExamples }: DocumentationOptions): Router {
  const router = Router();
  const assetFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const documentPath = (dialect: (typeof DIALECT_NAMES)[number]): string =>
    `${DIALECT_BASE_PATHS[dialect]}/v3/openapi.json`;
  for (const dialect of DIALECT_NAMES) {
    let made: { readonly examples: IndexedExamples | undefined; readonly text: string } | undefined;
    router.get(documentPath(dialect), async (_request, response) => {
      const examples = await indexedExamples();
      if (made === undefined || made.examples !== examples) {
        made = { examples, text: JSON.stringify(endpointDocument({ dialect, servers, examples })) };
      }
      response.type('application/json').send(made.text);
    });
    // The public service has its document under this name.
    router.get(`${DIALECT_BASE_PATHS[dialect]}/v3/doc.json`, (_request, response) =>
      response.redirect(302, documentPath(dialect)),
    );
  }
  const urls = DIALECT_NAMES.map((dialect) => ({ name: dialect, url: documentPath(dialect) }));
  // No validator, because that is a service elsewhere, which would learn of every visit.
  const initializer = `window.ui = SwaggerUIBundle({
  urls: ${JSON.stringify(urls)},
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
});
`;
  // Not for ever: the explorer may be switched on.
  router.get('/', (_request, response) => response.redirect(302, DOCUMENTATION_PATH));
  for (const dialect of DIALECT_NAMES) {
    // For a person who opens a base address in a browser. The page begins with the dialect of that address.
    const base = `${DIALECT_BASE_PATHS[dialect]}/v3`;
    const page = `${DOCUMENTATION_PATH}?urls.primaryName=${dialect}`;
    const paths = base === dirname(DOCUMENTATION_PATH) ? [base] : [base, `${base}/index.html`];
    router.get(paths, (_request, response) => response.redirect(302, page));
  }
  router.get(DOCUMENTATION_PATH, (_request, response) => {
    response.type('html').send(PAGE);
  });
  router.get('/api/v3/swagger-initializer.js', (_request, response) => {
    response.type('application/javascript').send(initializer);
  });
  for (const asset of ASSETS) {
    router.get(`/api/v3/${asset}`, createKeptAsset(join(assetFolder, asset)));
  }
  return router;
}
