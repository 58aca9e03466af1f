import { join } from 'node:path';
import { runProgram } from '../process/run-program.ts';
import { openApiTools, toolsSource } from './open-api-tools.ts';

/** An answer of an operation, which is named by its `operationId`. */
export interface DescribedAnswer {
  readonly operation: string;
  readonly status: number;
  readonly answer: unknown;
}

/** Returns what the official schema of OpenAPI 3.1 finds wrong in a document, one text for each place. */
export async function documentProblems(document: object): Promise<readonly string[]> {
  return await findProblems({ document });
}

/** Returns where answers are not what a document says of them, one text for each place. */
export async function answerProblems(
  document: object,
  answers: readonly DescribedAnswer[],
): Promise<readonly string[]> {
  return await findProblems({ document, answers });
}

async function findProblems(order: object): Promise<readonly string[]> {
  const { python } = await openApiTools();
  const program = join(import.meta.dirname, 'find_document_problems.py');
  return JSON.parse(await runProgram(python, [program], toolsSource, JSON.stringify(order))) as readonly string[];
}
