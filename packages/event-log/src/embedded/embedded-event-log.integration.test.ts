import { afterAll } from '@jest/globals';
import { silentLogger } from '@tonriver/logger';
import { temporaryDirectory } from '@tonriver/testing';
import { describeEventLogContract } from '../event-log-contract.test-support.ts';
import { openEmbeddedEventLog } from '../index.ts';

const folder = temporaryDirectory();
afterAll(() => folder.remove());

describeEventLogContract('embedded', () => openEmbeddedEventLog({ directory: folder.path, logger: silentLogger }));
