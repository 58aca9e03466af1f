export { decodeBodyText } from './body-text.ts';
export { decodeBody, decodeBodySlice } from './decode-body.ts';
export type { BodyDecoding } from './decoded-value.ts';
export { opcodeName } from './opcode-name.ts';
export { decodeOpcodeText } from './opcode-text.ts';
export { renderContract } from './render-contract.ts';
export { renderDeployed } from './render-deployed.ts';
