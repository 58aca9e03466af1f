/** The newest global version whose rules the virtual machine knows exactly: see `packages/adapters/tvm`. */
export const GLOBAL_VERSION = 13;
/** The oldest one that the devnet's own contracts can run under. */
export const GLOBAL_VERSION_LEAST = 12;

/**
 * What blocks of a devnet can do, by the names of the node (`GlobalCapabilities`). Left out: IHR, transactions that
 * split and merge accounts, metadata of messages and deferred messages, which `chain-builder` does not write.
 */
const CAPABILITY_BITS = {
  capCreateStatsEnabled: 0x02n,
  capBounceMsgBody: 0x04n,
  capReportVersion: 0x08n,
  capShortDequeue: 0x20n,
  capStoreOutMsgQueueSize: 0x40n,
} as const;

export const CAPABILITIES: bigint = Object.values(CAPABILITY_BITS).reduce((all, bit) => all | bit, 0n);
