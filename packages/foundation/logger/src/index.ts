export type { LogFields, Logger, LogLevel } from './logger.ts';
export { createLogger } from './create-logger.ts';
export { silentLogger } from './silent-logger.ts';
export { createRemoteLogger, type LogLine, writeLogLine } from './remote-logger.ts';
