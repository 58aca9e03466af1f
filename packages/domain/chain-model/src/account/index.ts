export { type AccountParts, loadAccount, storeAccount } from './account.ts';
export { type AccountState, loadAccountState } from './account-state.ts';
export { type AccountStatus, storeAccountStatus } from './account-status.ts';
export {
  type DepthBalanceInfo,
  depthBalanceAugmentation,
} from './depth-balance-info.ts';
export { loadShardAccount, resolveShardAccount, type ShardAccount, storeShardAccount } from './shard-account.ts';
export {
  eachShardAccount,
  findShardAccount,
  loadShardAccounts,
} from './shard-accounts.ts';
export { loadStorageInfo, type StorageInfo } from './storage-info.ts';
export { type StorageUsed } from './storage-used.ts';
