import { describeLiveDevnet } from './devnet-distributed.test-support.ts';

// The devnet, the fetcher and the gateway; the long lane kills all of them in turn.
describeLiveDevnet(3);
