import { join } from 'node:path';
import { runProgram } from '../process/run-program.ts';
import { openApiTools, toolsSource } from './open-api-tools.ts';

/** Returns what the official schema of OpenAPI 3.1 finds wrong in a document, one text for each place. */
export async function documentProblems(document: object): Promise<readonly string[]> {
  const { python } = await openApiTools();
  const program = join(import.meta.dirname, 'find_document_problems.py');
  return JSON.parse(await runProgram(python, [program], toolsSource, JSON.stringify(document))) as readonly string[];
}
