export type {
  BlockEntry,
  BlockName,
  ChainIdentity,
  DevnetStore,
  MessageEntry,
  NewRound,
  RoundEntry,
  StoredBlock,
} from './devnet-store.ts';
export { DevnetStoreError } from './devnet-store-error.ts';
export { openDevnetStore } from './open-devnet-store.ts';
