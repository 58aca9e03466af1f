import { basename, dirname, join } from 'node:path';
import type { TvmPool } from '@tonriver/tvm';
import { createRecordingFiles, entriesOf, isFolder, readJson, type RecordingFiles } from '../recording-files.ts';
import { RecordingError, unreadable } from '../recording-error.ts';
import type { ReplayCommand } from '../replay-config.ts';
import type { Report } from '../report.ts';
import type { PathRunner } from '../run-command.ts';
import { isBlockReplay, readBlockReplay } from './read-block-replay.ts';
import { isBundle, readBundle } from './read-bundle.ts';
import { isEdgeCases, readEdgeCases } from './read-edge-cases.ts';
import { isSingle, readSingle } from './read-single.ts';
import type { ReplayChain } from './replay-chain.ts';
import { runChain } from './run-chain.ts';

export const replayCommand: ReplayCommand = {
  name: 'replay',
  summary: 'Runs recorded transactions and compares transaction and account, cell for cell.',
  pathOption: { name: 'path', description: 'Recordings: files, bundles, folders of them' },
};

const folderDepthMax = 4;

/** Runs the transactions of a file, of a bundle, or of everything below a folder. */
export function createReplayPaths(files: RecordingFiles = createRecordingFiles()): PathRunner {
  return async (path, { pool, report }) => {
    const recordings = isFolder(path) ? recordingsBelow(path) : [path];
    let count = 0;
    for (const recording of recordings) {
      if (recordings.length === 1) {
        const chains = chainsOf(recording, files);
        if (chains === null) throw unknownForm(recording);
        count += await runChains(chains, pool, report);
        continue;
      }
      const chains = unreadable(recording, () => chainsOf(recording, files));
      if (chains === null) report.note(`${recording} is no recorded transaction: passed over`);
      else if ('problem' in chains) {
        report.add({ name: chains.name, differences: [chains.problem], isUnreadable: true });
        count++;
      } else count += await runChains(chains, pool, report);
    }
    if (count === 0) throw unknownForm(path);
  };
}

/** Finds recordings: a bundle is a folder, any other recording a JSON file. */
function recordingsBelow(folder: string, depth = 0): string[] {
  if (isBundle(folder)) return [folder];
  if (depth > folderDepthMax) return [];
  const { files, folders } = entriesOf(folder);
  const json = files.filter((path) => path.endsWith('.json'));
  return [...json, ...folders.flatMap((inner) => recordingsBelow(inner, depth + 1))];
}

/** Reads the transactions of a recording; null when it has another form. */
export function chainsOf(path: string, files: RecordingFiles): ReplayChain[] | null {
  if (isFolder(path)) return readBundle(path, readJson(join(path, 'index.json')));
  if (basename(path) === 'index.json' && isBundle(dirname(path))) return readBundle(dirname(path), readJson(path));
  const content = readJson(path);
  if (isBlockReplay(content)) return readBlockReplay(content, path, files);
  if (isEdgeCases(content)) return readEdgeCases(content, path, files);
  return isSingle(content) ? readSingle(content, path, files) : null;
}

async function runChains(chains: readonly ReplayChain[], pool: TvmPool, report: Report): Promise<number> {
  const outcomes = await Promise.all(chains.map((chain) => runChain(chain, pool)));
  for (const outcome of outcomes.flat()) report.add(outcome);
  return outcomes.flat().length;
}

function unknownForm(path: string): RecordingError {
  return new RecordingError('recording_unknown_form', `${path} has no recorded transactions`, { path });
}
