export { isTestNetwork, type Network, publicNetworks } from './network.ts';
