import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { apiForm } from './api-form.ts';
import { CaseError } from './case-error.ts';
import { databaseForm } from './database-form.ts';
import type { TraceCase } from './trace-case.ts';

/** Reads a recorded trace: rows of a database, or an answer of `/api/v3/traces`. Throws `CaseError`. */
export function readCase(file: string): TraceCase {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new CaseError('unreadable_file', 'The file cannot be read as JSON', { file }, { cause });
  }
  return caseOf(json, file);
}

/** The same for JSON that was read. */
function caseOf(json: unknown, file: string): TraceCase {
  const isAnswer = typeof json === 'object' && json !== null && 'traces' in json;
  const result = isAnswer ? apiForm.safeParse(json) : databaseForm.safeParse(json);
  if (result.success) return result.data;
  throw new CaseError('bad_case', `The file is no recorded trace: ${z.prettifyError(result.error)}`, { file });
}
