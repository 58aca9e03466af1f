import { z } from 'zod';
import type { ReadOnlyBounds } from '../read-only/session-settings.ts';
import type { Statement } from './statement.ts';

// Messages between the process that answers HTTP and those that run statements. Every message is validated, because a
// statement may have taken control of the process that runs it.

export interface StatementProcessOptions {
  /** Data directory of the process that writes the tables. */
  readonly path: string;
  readonly workDirectory: string;
  readonly bounds: ReadOnlyBounds;
  /** The pid of the parent: the process ends when its parent does. */
  readonly parentId: number;
}

const whole = z.number().int().nonnegative();

const optionsSchema = z.object({
  path: z.string(),
  workDirectory: z.string(),
  bounds: z.object({
    executionSecondsMax: z.number().positive(),
    memoryBytesMax: whole,
    resultRowsMax: whole,
    resultBytesMax: whole,
    threadsMax: whole,
  }),
  parentId: whole,
});

export function processOptionsOf(text: string): StatementProcessOptions {
  return optionsSchema.parse(JSON.parse(text));
}

const statementSchema = z.object({
  sql: z.string(),
  database: z.string(),
  defaultFormat: z.string(),
  settings: z.array(z.tuple([z.string(), z.string()])),
  parameters: z.array(z.tuple([z.string(), z.string()])),
  nativeRevision: whole,
  packing: z.enum(['plain', 'gzip', 'deflate', 'br', 'zstd', 'click-house-blocks']),
});

export function statementMessage(statement: Statement): object {
  return { ...statement, settings: [...statement.settings], parameters: [...statement.parameters] };
}

export function statementOf(payload: Buffer): Statement {
  const { settings, parameters, ...rest } = statementSchema.parse(JSON.parse(payload.toString('utf8')));
  return { ...rest, settings: new Map(settings), parameters: new Map(parameters) };
}

const number = z.number().nonnegative();

export const readySchema = z.object({ version: z.string() });
export const headSchema = z.object({ format: z.string() });
export const countsSchema = z.object({
  readRows: number,
  readBytes: number,
  resultRows: number,
  resultBytes: number,
  writtenRows: number,
  elapsedNanoseconds: number,
});
export const failedSchema = z.object({
  status: whole,
  serverCode: whole,
  /** The body of the answer; absent for an unexpected error. */
  body: z.string().optional(),
  reason: z.string().optional(),
});
