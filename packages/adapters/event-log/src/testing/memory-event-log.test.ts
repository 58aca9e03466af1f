import { describeEventLogContract } from '../event-log-contract.test-support.ts';
import { createMemoryDisk } from './memory-log-store.ts';
import { openMemoryEventLog } from './open-memory-event-log.ts';

const disk = createMemoryDisk();
describeEventLogContract('memory', async () => openMemoryEventLog({ disk }));
