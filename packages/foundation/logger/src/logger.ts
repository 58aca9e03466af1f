export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Data of a log line. `error` may hold anything that was thrown; bigints are written as decimal strings. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * The log of a component. A line has a fixed message and its data in fields, so that lines can be counted by message.
 */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /**
   * A logger that adds these fields to every line, such as `{ component: 'watermark' }`. A field of the line itself
   * wins. The component of a child of a child is written as `outer/inner`.
   */
  child(fields: LogFields): Logger;
}
