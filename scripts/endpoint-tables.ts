// The tables of endpoints in README.md and in the README of the gateway, from the definitions of the endpoints.
import { endpoints } from '../services/api-gateway/src/endpoints/index.ts';
import { missingRoutes } from '../services/api-gateway/src/endpoints/not-implemented.ts';
import { documentTable } from './document-table.ts';

const BEGIN = '<!-- Made by `npm run endpoints` from the endpoints. -->';
const END = '<!-- End of what `npm run endpoints` made. -->';
const LINE_LENGTH = 130;

/** Document, from the root of the repository → what stands between the marks in it. */
export const endpointTexts: ReadonlyMap<string, string> = new Map([
  ['README.md', namesText()],
  ['services/api-gateway/README.md', summariesText()],
]);

/** The document with its table of endpoints made anew. */
export function withEndpoints(document: string, text: string): string {
  const [before, rest] = document.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`The document lacks the line ${BEGIN} or ${END}`);
  return `${before}${BEGIN}\n\n${text}\n${END}${after}`;
}

function namesText(): string {
  const served = endpoints.map(({ paths: [path = ''] }) => path);
  const missing = missingPaths();
  const lines = [
    ['Served of v3', namesOf(served, '/v3/')],
    ['Served of v2', namesOf(served, '/v2/')],
    ['Served beside them', namesOf(served, '/')],
    ['Not implemented yet (501) of v3', namesOf(missing, '/v3/')],
    ['Not implemented yet (501) of v2', namesOf(missing, '/v2/')],
    ['Not implemented yet (501), beside them', namesOf(missing, '/')],
  ];
  return lines
    .filter(([, names]) => names !== '')
    .map(([title, names]) => wrapped(`- ${title}: ${names}.`))
    .join('');
}

/** Breaks a line of a list where it gets too long to read. */
function wrapped(line: string): string {
  const lines: string[] = [];
  for (const word of line.split(/(?<=,|:) /)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= LINE_LENGTH)
      lines.push(last === undefined ? word : `  ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return `${lines.join('\n')}\n`;
}

function summariesText(): string {
  const rows = endpoints.map((endpoint) => {
    const [description] = endpoint.describe('contract', undefined);
    const methods = endpoint.describe('contract', undefined).map(({ method }) => method.toUpperCase());
    const names = endpoint.paths.map((path) => `\`${path.slice(1)}\``).join(', ');
    return [names, methods.join(', '), description?.summary ?? ''];
  });
  return documentTable(['Endpoint, below the base path', 'Methods', 'Answers'], rows);
}

function namesOf(paths: readonly string[], generation: string): string {
  const some = paths.filter((path) => generationOf(path) === generation);
  return some.map((path) => `\`${path.slice(generation.length)}\``).join(', ');
}

function generationOf(path: string): string {
  return /^\/v[23]\//.exec(path)?.[0] ?? '/';
}

function missingPaths(): readonly string[] {
  return missingRoutes.map(({ path }) => path).filter((path) => !path.endsWith('/__testMethod'));
}
