export { type AnyRow, isTextColumn, randomRows } from './random-rows.ts';
