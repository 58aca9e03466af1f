// Generated from dns-item.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const dnsItemCode: CompiledCode = {
  hash: 'd391d482dfcbcbad60cc123591f6385f025b90ba621b87372a83de1dfa42e155',
  boc: [
    'te6ccgECDwEAAsQAART/APSkE/S88sgLAQIBYgIDA9bQ+JGRMODtRNDT//pIIMcAlTBtbW1wmfpI1PQE0YEAgeLAAI4gXwP4kiHH',
    'BfLhlQL6SNTRbQPIy/8U+lL6UhLM9ADJ7VTgJdcsIv5h6KTjAtcsIX5ZNRTjAtcsInWPh8zjAl8GhA8BxwDy9AQFBgIBWAoLA/w2',
    '+JIjxwXy4ZEF0z/6SPpQ9AQx+gD4l/iTcPg6JfpEMPLRTVMixwHy0sTSAAGcINdKwAEBxwGw8uLEkTDi+CdvEFIDoYIJMS0AtgkB',
    'qgAkoIIIW42AoFEhoVi+8uGSgBD7AiHCAJJbNOMNI26SMzDjDgPIy/8S+lL6Usz0AMkHCAkAVjZfAwLXCz/4ksjPki3cXNYSyz8S',
    'y/8S+lLJyM+FCBL6UnHPC27MyYBA+wAAwDb4kiPHBfLhkQXTP9P/INdKwgCY10xAF4MH9BeYMFAGgwf0WzDiBMjL/xP6UvpSzPQA',
    'ye1U+CdvEPiXoYIJMS0AtgmAEPsC+JLIz4UI+lKCENUydtvPC47LP8mBAIL7AABQyM+QFE42RiXPCz8X+lQWzsnIz4UIUjD6UlAG',
    '+gJxzwtqFczJgBH7AAAwyM+FCBT6UoIQ1TJ2288Ljss/yYEAgvsAAATtVABfuPz+1E0NP/+kggxwCTMG1wm/pI1DH0BDHRgQCB4s',
    'AAlTBwWW1t4H/Iz4QByRRDMIAgEgDA0AObZKXaiaGn/mP0kGJBjgEkYNsx9JBjqegIY6PFoQAfu0YYQ66SQYQOQ1JwBYABYeXDO9',
    'qJoaf+Y/SQYkGOASZg2uE39JBjqGPoCaMCAQPFgAEovgjg28AHrhYPgAADgBBDYEWAAS5gYvDhxggDwLEF4DPgSIPcsR+2TdxJZK',
    '0boGuHkkDcI1cvN8xcqqsUOi//xgixBg/oHN9CBPDhAOABTjBAKS1NGSMG3i',
  ].join(''),
};
