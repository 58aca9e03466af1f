export { ConfigError, loadConfig } from './load-config.ts';
export { commandLineOptions, type CommandLineOption } from './command-line-options.ts';
export { redact } from './redact.ts';
