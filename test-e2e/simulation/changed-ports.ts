import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { EventLog } from '@tonriver/stream';

export type ServiceName = 'parser' | 'trace-assembler' | 'state-resolver';

/** The store and the log, as one process sees them. */
export interface Ports {
  readonly store: ClickHouseStore;
  readonly log: EventLog;
}

/** Other ports than the simulated ones, for all processes of one service. */
export interface ChangedPorts {
  readonly service: ServiceName;
  readonly ports: (ports: Ports) => Ports;
}
