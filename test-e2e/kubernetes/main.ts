// `npm run kubernetes`: writes the files of the chart that are made from others, and tries the chart on a control
// plane.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@tonriver/testing';
import { runCampaign } from './campaign.ts';
import { chartFiles, isSameContent } from './chart-files.ts';
import { runLinters } from './lint.ts';
import { buildControlPlane, missingControlPlaneFiles } from './control-plane-tools.ts';

const USAGE = `Usage: npm run kubernetes -- COMMAND

  write      writes k8s/README.md and the schema of the values, after values or settings were changed
  tools      builds the tools that the campaign needs, with Go: ten minutes the first time
  lint       runs helm lint, kube-score, checkov, yamllint and hadolint
  campaign   installs, upgrades, rolls back, drains and removes the chart on a real control plane with simulated nodes
`;

const commands: Readonly<Record<string, () => Promise<boolean> | boolean>> = {
  write: () => {
    for (const [path, text] of chartFiles()) {
      // A file of the same content keeps the formatter's line breaks.
      if (isSameContent(path, text)) continue;
      writeFileSync(join(repositoryRoot, path), text);
      console.log(`Wrote ${path}`);
    }
    return true;
  },
  tools: async () => {
    await buildControlPlane((line) => console.log(line));
    return true;
  },
  lint: () => runLinters((line) => console.log(line)),
  campaign: async () => {
    const missing = missingControlPlaneFiles();
    if (missing.length === 0) return await runCampaign((line) => console.log(line));
    console.error(`Missing: ${missing.join(', ')}\n\nnpm run kubernetes -- tools builds them.`);
    return false;
  },
};

const [word = '--help', ...others] = process.argv.slice(2);
const command = others.length === 0 ? commands[word] : undefined;
if (command === undefined) console.log(USAGE);
const isDone = command === undefined ? word === '--help' : await command();
process.exitCode = isDone ? 0 : 1;
