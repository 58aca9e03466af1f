import { loggable } from './loggable.ts';
import type { LogFields } from './logger.ts';

/** What the logger writes into every line by itself. */
const NAMES_OF_EVERY_LINE = new Set(['level', 'time', 'service', 'msg']);

/**
 * The fields of one line, each name once: those of the line before those of the logger. One that has a name which every
 * line has already is kept under `field_<name>`.
 */
export function lineFields(bound: LogFields, fields: LogFields): Record<string, unknown> {
  const line: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(loggable({ ...bound, ...fields }))) {
    line[NAMES_OF_EVERY_LINE.has(name) ? `field_${name}` : name] = value;
  }
  return line;
}
