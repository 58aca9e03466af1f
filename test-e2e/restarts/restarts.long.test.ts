import { expect, it } from '@jest/globals';
import { rollingRestart } from './rolling-restart.ts';

const RESTARTS = 50;

it(`${RESTARTS} rolling restarts of gateways and executors under load lose no request`, async () => {
  const { asked, lost } = await rollingRestart(RESTARTS, (text) => void process.stderr.write(`${text}\n`));
  expect(lost).toEqual([]);
  expect(asked).toBeGreaterThan(20_000);
}, 3_600_000);
