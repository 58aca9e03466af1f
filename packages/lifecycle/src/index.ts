export { openScope, type Scope, type ScopeOptions } from './scope.ts';
export { type RunServiceOptions, runService } from './run-service.ts';
export { isRunning, type ProcessIdentity, thisProcess } from './process-identity.ts';
