export { openScope, type Scope, type ScopeOptions } from './scope.ts';
export { type RunServiceOptions, runService } from './run-service.ts';
