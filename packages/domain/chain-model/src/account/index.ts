export { type Account, type AccountParts, loadAccount, resolveAccount, storeAccount } from './account.ts';
export { type AccountState, loadAccountState, resolveAccountState, storeAccountState } from './account-state.ts';
export { type AccountStatus, loadAccountStatus, storeAccountStatus } from './account-status.ts';
export {
  type AccountStorage,
  loadAccountStorage,
  resolveAccountStorage,
  storeAccountStorage,
} from './account-storage.ts';
export {
  type DepthBalanceInfo,
  depthBalanceAugmentation,
  loadDepthBalanceInfo,
  storeDepthBalanceInfo,
} from './depth-balance-info.ts';
export { loadShardAccount, resolveShardAccount, type ShardAccount, storeShardAccount } from './shard-account.ts';
export {
  depthBalanceOf,
  eachShardAccount,
  findShardAccount,
  type KeyedShardAccount,
  loadShardAccounts,
  type ShardAccountEntry,
  shardAccountsKind,
} from './shard-accounts.ts';
export { loadStorageInfo, type StorageInfo, storeStorageInfo } from './storage-info.ts';
export { loadStorageUsed, type StorageUsed, storeStorageUsed } from './storage-used.ts';
