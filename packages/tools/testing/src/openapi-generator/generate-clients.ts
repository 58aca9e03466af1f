import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../process/run-program.ts';
import { repositoryRoot } from '../repository-root.ts';
import { documentOperations } from './document-operations.ts';
import {
  CLIENT_LANGUAGES,
  type ClientAnswer,
  type ClientCall,
  type ClientLanguage,
  type GeneratedClient,
} from './generated-client.ts';
import { openApiTools, toolsSource } from './open-api-tools.ts';

const callingProgram = (name: string): string => join(import.meta.dirname, name);
const PACKAGE = 'generated_client';

/** What openapi-generator is told for each language. */
const generators: Readonly<Record<ClientLanguage, Readonly<Record<string, unknown>>>> = {
  // Node wants the extension of an imported file.
  typescript: { generatorName: 'typescript-fetch', additionalProperties: { importFileExtension: '.js' } },
  go: { generatorName: 'go', additionalProperties: { packageName: PACKAGE, withGoMod: false } },
  python: { generatorName: 'python', additionalProperties: { packageName: PACKAGE } },
};

/** Flags of the compiler for clients in TypeScript: strict, as a program that uses one would be compiled. */
const compilerFlags = {
  strict: 'true',
  target: 'es2022',
  lib: 'es2022,dom,dom.iterable',
  types: '',
  module: 'nodenext',
  moduleResolution: 'nodenext',
};

/** A program that calls the clients of a language: its first word is the command. */
type Caller = readonly [command: string, ...words: string[]];

/**
 * Makes clients of several documents in every language, in an empty folder. The first call on a machine fetches the
 * generator and the libraries of the clients.
 *
 * @returns the clients of each document by language
 */
export async function generateClients<Name extends string>(
  documents: Readonly<Record<Name, object>>,
  folder: string,
): Promise<Readonly<Record<Name, Readonly<Record<ClientLanguage, GeneratedClient>>>>> {
  const { jars, python } = await openApiTools();
  const named = Object.entries<object>(documents);
  // Java takes longer to start than to write a client, so one run writes all.
  const configurations = await Promise.all(named.map(([name, document]) => writeInputs(folder, name, document)));
  const main = 'org.openapitools.codegen.OpenAPIGenerator';
  const batch = ['batch', '--fail-fast', '--threads', '1', '--', ...configurations.flat()];
  await runProgram('java', ['-cp', join(jars, '*'), main, ...batch], folder);
  const clients = await Promise.all(
    named.map(async ([name, document]) => {
      const callers: Readonly<Record<ClientLanguage, Caller>> = {
        typescript: await compileTypeScript(folder, name),
        go: await compileGo(folder, name),
        python: [python, callingProgram('call_python_client.py')],
      };
      const made = CLIENT_LANGUAGES.map((language) => {
        const client = join(folder, name, language);
        return [language, createClient(document, client, callers[language])] as const;
      });
      return [name, Object.fromEntries(made)] as const;
    }),
  );
  return Object.fromEntries(clients) as Awaited<ReturnType<typeof generateClients<Name>>>;
}

/** Writes the document and the generator's configuration of each language. Returns the files of configurations. */
async function writeInputs(folder: string, name: string, document: object): Promise<readonly string[]> {
  await mkdir(join(folder, name));
  const inputSpec = join(folder, name, 'openapi.json');
  await writeFile(inputSpec, JSON.stringify(document));
  return await Promise.all(
    CLIENT_LANGUAGES.map(async (language) => {
      const file = join(folder, name, `${language}.json`);
      const outputDir = join(folder, name, language, language === 'go' ? PACKAGE : '');
      await writeFile(file, JSON.stringify({ inputSpec, outputDir, ...generators[language] }));
      return file;
    }),
  );
}

/** Compiles the generated modules, which also checks their types. */
async function compileTypeScript(folder: string, name: string): Promise<Caller> {
  const client = join(folder, name, 'typescript');
  await writeFile(join(client, 'package.json'), JSON.stringify({ type: 'module' }));
  const compiler = join(repositoryRoot, 'node_modules/.bin/tsc');
  const flags = Object.entries(compilerFlags).flatMap(([name, value]) => [`--${name}`, value]);
  await runProgram(compiler, [...flags, 'index.ts'], client);
  return [
    process.execPath,
    '--import',
    import.meta.resolve('@tonriver/strip-types'),
    callingProgram('call-typescript-client.ts'),
  ];
}

/** Builds a program that has the generated package and calls it. */
async function compileGo(folder: string, name: string): Promise<Caller> {
  const module = join(folder, name, 'go');
  for (const file of ['go.mod', 'go.sum']) await copyFile(join(toolsSource, file), join(module, file));
  await copyFile(callingProgram('call_go_client.go'), join(module, 'main.go'));
  // Optimised code would be compiled for longer than it runs.
  await runProgram('go', ['build', '-gcflags=-N -l', '-ldflags=-s -w', '-o', 'caller', '.'], module);
  return [join(module, 'caller')];
}

function createClient(document: object, folder: string, [command, ...words]: Caller): GeneratedClient {
  const operations = new Map(documentOperations(document).map((operation) => [operation.id, operation]));
  return {
    async call(host: string, calls: readonly ClientCall[]) {
      const described = calls.map((call) => {
        const { answers, body } = operations.get(call.operation) ?? {};
        return { ...call, answers, ...(body?.model === undefined ? {} : { bodyModel: body.model }) };
      });
      const order = JSON.stringify({ package: PACKAGE, folder, host, calls: described });
      return JSON.parse(await runProgram(command, words, folder, order)) as readonly ClientAnswer[];
    },
  };
}
