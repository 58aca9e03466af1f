import { describe, expect, it } from '@jest/globals';
import { runCampaign } from './campaign.ts';
import { missingControlPlaneFiles } from './control-plane-tools.ts';

const { skip } = it;
const missing = missingControlPlaneFiles();
const whenThere = missing.length === 0 ? it : skip;

describe('the chart on a real control plane with simulated nodes', () => {
  whenThere(
    missing.length === 0
      ? 'is installed, upgraded, rolled back, drained and removed'
      : `needs ${missing.join(', ')}: npm run kubernetes -- tools`,
    async () => {
      const lines: string[] = [];
      expect([await runCampaign((line) => lines.push(line)), lines.filter((line) => !line.startsWith('ok'))]).toEqual([
        true,
        [],
      ]);
    },
    20 * 60_000,
  );
});
