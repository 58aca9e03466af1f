// `npx tonriver replay PATH…`: recorded transactions, run again.
import { runMain } from '../run-command.ts';
import { createReplayPaths, replayCommand } from './replay-command.ts';

await runMain(replayCommand, createReplayPaths());
