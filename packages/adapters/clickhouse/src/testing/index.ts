export { describeStoreContract } from './store-contract.ts';
export { type AnyRow, isTextColumn, randomRows } from './random-rows.ts';
