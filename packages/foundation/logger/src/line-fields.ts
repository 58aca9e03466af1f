import { loggable } from './loggable.ts';
import type { LogFields } from './logger.ts';

/** Names that the logger itself writes into every line. */
const NAMES_OF_EVERY_LINE = new Set(['level', 'time', 'service', 'msg']);

/**
 * The fields of one line, each name once. A field of the line wins over one of the logger. A field whose name every
 * line already has is renamed to `field_<name>`.
 */
export function lineFields(bound: LogFields, fields: LogFields): Record<string, unknown> {
  const line: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(loggable({ ...bound, ...fields }))) {
    line[NAMES_OF_EVERY_LINE.has(name) ? `field_${name}` : name] = value;
  }
  return line;
}
