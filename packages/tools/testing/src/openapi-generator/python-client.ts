import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchedFolder } from '../fetched-folder.ts';
import { runProgram } from '../process/run-program.ts';

const sourceFolder = join(import.meta.dirname, '../../openapi-generator');
const callingProgram = join(import.meta.dirname, 'call_client.py');
const PACKAGE = 'generated_client';

/** One call of a generated client. */
export interface PythonCall {
  /** The operation's name in Python. */
  readonly operation: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The answer as the client read it. */
interface PythonAnswer {
  readonly status: number;
  /** Null when the client could not read the answer. */
  readonly answer: unknown;
}

/** A Python client that openapi-generator made from a document. */
export interface PythonClient {
  call(host: string, calls: readonly PythonCall[]): Promise<readonly PythonAnswer[]>;
}

/** Makes a client in an empty folder. The first call on a machine fetches the generator and the client's libraries. */
export async function generatePythonClient(document: object, folder: string): Promise<PythonClient> {
  const tools = await fetchedFolder('openapi-generator', sourceFolder, fetchTools);
  const [input, client] = [join(folder, 'openapi.json'), join(folder, 'client')];
  await writeFile(input, JSON.stringify(document));
  const words = ['-i', input, '-o', client, `--additional-properties=packageName=${PACKAGE}`];
  const main = 'org.openapitools.codegen.OpenAPIGenerator';
  const generate = ['-cp', join(tools, 'jars', '*'), main, 'generate', '-g', 'python', ...words];
  await runProgram('java', generate, folder);
  return {
    async call(host, calls) {
      const order = JSON.stringify({ package: PACKAGE, folder: client, host, calls });
      const read = await runProgram(pythonOf(tools), [callingProgram], folder, order);
      return JSON.parse(read) as readonly PythonAnswer[];
    },
  };
}

function pythonOf(tools: string): string {
  return join(tools, 'python', 'bin', 'python');
}

async function fetchTools(target: string): Promise<void> {
  const copy = ['dependency:copy-dependencies', `-DoutputDirectory=${join(target, 'jars')}`];
  await runProgram('mvn', ['-q', '-B', ...copy], sourceFolder);
  await runProgram('python3', ['-m', 'venv', join(target, 'python')], sourceFolder);
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', 'requirements.txt'];
  await runProgram(pythonOf(target), install, sourceFolder);
}
