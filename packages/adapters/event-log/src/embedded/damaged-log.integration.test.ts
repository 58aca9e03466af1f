import { describeDamagedLog } from './damaged-log.test-support.ts';

describeDamagedLog({ first: 1, count: 250 }, 120_000);
