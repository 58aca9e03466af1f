// `npx tonriver replay PATH…`: runs recorded transactions again.
import { createRecordingFiles } from '../recording-files.ts';
import { recordedFolders } from '../replay-config.ts';
import { runMain } from '../run-command.ts';
import { createReplayPaths, replayCommand } from './replay-command.ts';

await runMain(replayCommand, () => createReplayPaths(createRecordingFiles(recordedFolders(process.env))));
