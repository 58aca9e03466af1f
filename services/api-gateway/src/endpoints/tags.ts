/** Groups of endpoints in the documents, in the order of the page. */
export const ENDPOINT_TAGS = [
  { name: 'blockchain', description: 'Blocks, transactions and messages' },
  { name: 'accounts', description: 'States of accounts, wallets and the address book' },
  { name: 'utils', description: 'Reading of opcodes and bodies' },
  { name: 'actions', description: 'What transactions mean' },
  { name: 'messages', description: 'Messages to the chain' },
  { name: 'get-methods', description: 'Contracts asked' },
] as const;

export type EndpointTag = (typeof ENDPOINT_TAGS)[number]['name'];
