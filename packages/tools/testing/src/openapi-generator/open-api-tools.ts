import { join } from 'node:path';
import { fetchedFolder } from '../fetched-folder.ts';
import { runProgram } from '../process/run-program.ts';

/** The files that name what is fetched: for Maven, Go and pip. */
export const toolsSource = join(import.meta.dirname, '../../openapi-generator');

/** What checks OpenAPI documents and makes clients of them. */
export interface OpenApiTools {
  /** The folder of openapi-generator. */
  readonly jars: string;
  /** A Python with the libraries of generated clients and the validator of documents. */
  readonly python: string;
}

/** Returns the tools, which the first call on a machine fetches. */
export async function openApiTools(): Promise<OpenApiTools> {
  return toolsIn(await fetchedFolder('openapi-generator', toolsSource, fetchTools));
}

function toolsIn(folder: string): OpenApiTools {
  return { jars: join(folder, 'jars'), python: join(folder, 'python', 'bin', 'python') };
}

async function fetchTools(target: string): Promise<void> {
  const { jars, python } = toolsIn(target);
  await runProgram('mvn', ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${jars}`], toolsSource);
  await runProgram('python3', ['-m', 'venv', join(target, 'python')], toolsSource);
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', 'requirements.txt'];
  await runProgram(python, install, toolsSource);
}
