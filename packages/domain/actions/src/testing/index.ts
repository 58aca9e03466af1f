// Exports for tests of other packages.
export { actionTypes } from '../actions/action-types.ts';
export { detailTables } from '../actions/detail-tables.ts';
export { builtActions, builtTraces } from './built-actions.ts';
export { longTrace } from './long-trace.ts';
