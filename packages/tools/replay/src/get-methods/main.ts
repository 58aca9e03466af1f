// `npx tonriver run-get-method --file FILE…`: runs recorded get-methods again.
import { createRecordingFiles } from '../recording-files.ts';
import { recordedFolders } from '../replay-config.ts';
import { runMain } from '../run-command.ts';
import { createGetMethodPaths, runGetMethodCommand } from './run-get-method-command.ts';

await runMain(runGetMethodCommand, () => createGetMethodPaths(createRecordingFiles(recordedFolders(process.env))));
