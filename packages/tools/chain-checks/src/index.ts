export { ChainChecker } from './chain-checker.ts';
