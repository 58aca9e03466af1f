export { encoderOf } from '../tables/table-definition.ts';
export { type AnyRow, isTextColumn, randomRows } from './random-rows.ts';
