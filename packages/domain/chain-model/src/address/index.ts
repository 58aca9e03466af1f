export { type AccountAddress, accountAddressOf, standardAddress } from './account-address.ts';
export { formatAccountAddress, formatAddress, parseAccountAddress, parseAddress } from './address-text.ts';
export { type Anycast } from './anycast.ts';
export { crc16 } from './crc16.ts';
export {
  type ExternalAddress,
  type InternalAddress,
  loadInternalAddress,
  loadMessageAddress,
  type MessageAddress,
  noAddress,
  rewrittenAddress,
  type StandardAddress,
  storeInternalAddress,
  storeMessageAddress,
} from './message-address.ts';
export { formatUserFriendlyAddress, parseUserFriendlyAddress } from './user-friendly-address.ts';
