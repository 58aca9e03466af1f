import { describeDamagedLog } from './damaged-log.test-support.ts';

describeDamagedLog({ first: 100_000, count: 5_000 }, 1_800_000);
