// `npm run kubernetes`: writes the files of the chart that are made from others.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@tonriver/testing';
import { chartFiles, isSameContent } from './chart-files.ts';

const [word = '--help'] = process.argv.slice(2);
if (word === 'write') {
  for (const [path, text] of chartFiles()) {
    // A file of the same content keeps the formatter's line breaks.
    if (isSameContent(path, text)) continue;
    writeFileSync(join(repositoryRoot, path), text);
    console.log(`Wrote ${path}`);
  }
} else {
  console.log('Usage: npm run kubernetes -- write');
  process.exitCode = word === '--help' ? 0 : 1;
}
