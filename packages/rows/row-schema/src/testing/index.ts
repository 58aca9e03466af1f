export { packExpression } from '../tables/row-pack.ts';
export { encoderOf } from '../tables/table-definition.ts';
export { interfaceRow } from './interface-row.ts';
export { type AnyRow, isTextColumn, randomRows } from './random-rows.ts';
