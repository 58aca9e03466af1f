export { type Detection, detectInterfaces } from './detect-interfaces.ts';
export type { CheckedInterface, FoundInterface } from './found-interface.ts';
export type { MethodCall, MethodOutcome } from './method-port.ts';
export { type DomainZone, findDomainZone } from './domains.ts';
export { findPossibleMethods, type PossibleMethods } from './possible-methods.ts';
export type { TokenContent } from './token-content.ts';
