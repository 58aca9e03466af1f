import { lineFields } from './line-fields.ts';
import type { LogFields, Logger, LogLevel } from './logger.ts';

/** Writes one line. `readFields` is to be called only if the line is written. */
type WriteLine = (level: LogLevel, message: string, readFields: () => Record<string, unknown>) => void;

/**
 * A logger over what writes its lines. The fields of child loggers are kept here and written together with those of
 * the line, as one object. Pino's own child loggers would write a name twice when both have it, and JSON readers differ
 * in what they do with that.
 */
export function loggerOver(writeLine: WriteLine, bound: LogFields = {}): Logger {
  const write =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}): void =>
      writeLine(level, message, () => lineFields(bound, fields));
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: (fields) => loggerOver(writeLine, { ...bound, ...fields, ...componentWithin(bound, fields) }),
  };
}

/** The component of a child of a child has both names: `api-gateway/watermark`. */
function componentWithin(bound: LogFields, fields: LogFields): LogFields {
  const [outer, inner] = [bound['component'], fields['component']];
  return typeof outer === 'string' && typeof inner === 'string' ? { component: `${outer}/${inner}` } : {};
}
