import { describeDamagedStore } from './damage-cases.test-support.ts';

describeDamagedStore({ first: 100_000, count: 5_000 }, 1_800_000);
