export { type AccountStatus, loadAccountStatus, storeAccountStatus } from './account-status.ts';
export { loadStorageUsed, type StorageUsed, storeStorageUsed } from './storage-used.ts';
