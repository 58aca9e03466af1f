export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Data of a log line. `error` may hold anything that was thrown; bigints are written as decimal strings. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Where a component says what it does: a fixed message, the data in fields, so that lines can be counted by message.
 */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /**
   * A logger that adds these fields to every line, such as `{ component: 'watermark' }`. A field of the line itself
   * wins; the component of a component is written as `outer/inner`.
   */
  child(fields: LogFields): Logger;
}
