/** The topic that the child fills and the test reads. */
export const FULL_DISK_TOPIC = { name: 'full.disk.v1', partitions: 1, recordBytesMax: 1_000_000, retentionMs: -1 };
