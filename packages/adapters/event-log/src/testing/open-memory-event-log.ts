import type { EventLog } from '@tonriver/stream';
import { silentLogger } from '@tonriver/logger';
import { createEmbeddedLog } from '../embedded/open-embedded-event-log.ts';
import { type MemoryDisk, openMemoryLogStore } from './memory-log-store.ts';

interface MemoryEventLogOptions {
  /** Opened again, a log has what was there before. */
  readonly disk: MemoryDisk;
  /** Unix time in milliseconds; the system's clock by default. */
  readonly nowMs?: () => number;
}

/** The embedded event log, all of it but LMDB and its files. */
export function openMemoryEventLog({ disk, nowMs = Date.now }: MemoryEventLogOptions): EventLog {
  return createEmbeddedLog({ store: openMemoryLogStore(disk), logger: silentLogger, nowMs });
}
