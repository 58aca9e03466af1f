export { isTestNetwork, type Network, publicNetworks } from './network.ts';
export { networkFromOptions } from './network-from-options.ts';
