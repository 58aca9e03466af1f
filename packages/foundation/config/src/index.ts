export { aboutProgram, programSettings } from './about-program.ts';
export { ConfigError, loadConfig } from './load-config.ts';
export { commandLineOptions, commandLineOptionsOrExit, type CommandLineOption } from './command-line-options.ts';
export { loadCommandEnvironment, loadEnvironment, readServiceOrExit } from './read-environment.ts';
export { describedDefault, secret } from './setting-marks.ts';
export {
  answeringPorts,
  answeringSettings,
  type ClickHouseAddress,
  cacheSettings,
  clickHouseOptions,
  clickHouseSettings,
  type KafkaAddress,
  kafkaOptions,
  kafkaSettings,
  networkSettings,
  pendingSettings,
  processSettings,
  recordedDataSettings,
  shutdownTimes,
  switchSetting,
  topicOptions,
} from './environment-settings.ts';
export { programRoot } from './program-root.ts';
