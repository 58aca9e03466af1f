export { type AccountAddress, accountAddressOf, standardAddress } from './account-address.ts';
export { formatAccountAddress, formatAddress, parseAccountAddress, parseAddress } from './address-text.ts';
export { type Anycast, loadAnycast, storeAnycast } from './anycast.ts';
export { crc16 } from './crc16.ts';
export {
  type ExternAddress,
  type ExternalAddress,
  type InternalAddress,
  loadExternalAddress,
  loadInternalAddress,
  loadMessageAddress,
  type MessageAddress,
  type NoAddress,
  noAddress,
  rewrittenAddress,
  type StandardAddress,
  storeExternalAddress,
  storeInternalAddress,
  storeMessageAddress,
  type VariableAddress,
} from './message-address.ts';
export {
  formatUserFriendlyAddress,
  parseUserFriendlyAddress,
  type UserFriendlyAddress,
} from './user-friendly-address.ts';
