import { expect, it } from '@jest/globals';
import { rollingRestart } from './rolling-restart.ts';

it('a rolling restart of gateways and executors under load loses no request', async () => {
  const { asked, lost } = await rollingRestart(1);
  expect(lost).toEqual([]);
  expect(asked).toBeGreaterThan(200);
}, 300_000);
