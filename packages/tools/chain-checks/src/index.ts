export { ChainChecker } from './chain-checker.ts';
export { entriesOfExport, roundsOfExport, zeroStateOfExport } from './read-export.ts';
