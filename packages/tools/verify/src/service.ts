export type { Finding, Problem, RowIdentity, RowName } from './finding.ts';
export { nameText } from './finding.ts';
export { allProofs, proofNamed } from './proofs/all-proofs.ts';
export { type ProofSummary, type VerifyOptions, type VerifyResult, verifyStored } from './verify-stored.ts';
