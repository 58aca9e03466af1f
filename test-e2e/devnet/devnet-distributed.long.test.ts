import { describeLiveDevnet } from './devnet-distributed.test-support.ts';

describeLiveDevnet(50);
