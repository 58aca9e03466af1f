export { createGetMethodPaths, runGetMethodCommand } from './get-methods/run-get-method-command.ts';
export { createReplayPaths, replayCommand } from './transactions/replay-command.ts';
