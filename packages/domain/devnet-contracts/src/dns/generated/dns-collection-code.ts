// Generated from dns-collection.tolk by `npm run build:contracts`: do not edit.
import type { CompiledCode } from '../../compiled-code.ts';

/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */
export const dnsCollectionCode: CompiledCode = {
  hash: 'ac89f1b1f317179e8ec0239f24caf27caabb5bb0ffb45837906099f22b23d770',
  boc: [
    'te6ccgECEAEAAfIAART/APSkE/S88sgLAQIBYgIDAgLOBAUCASAJCgIBIAYHAK1O2i7fsg10kgqwIBqTgCwwAhwQSxIcI/sSLHAr',
    'Oxkltw4HCTUwG5jioC0wchwC0kwgCwI6UlvLAiwi8jwTqwsSLCYAPBexOwErGVXwNw2zHhAqToXwN/gB8z4kZEw4CDHAJEw4IQPA',
    'dMfAcAAEvL0IPAC8uGd7UTQ1DHU+gDR+Jchggr68ICgvvLhnvgnbxD4l6GCCvrwgLYJoIAQ+wIhyM75FvgoAcjL//pSyfiSA8jOy',
    'cjPiYgBUyPIz4TQzMz5Fs8L/4EAjM8LdBPMzBL6UszJgCAA5O2i7ftwlSHXScIHnQHTBwHAAJMw2zHgAaToW3+AACoEAkPsAAgEg',
    'CwwCASANDgAHuLXTGABRuno+1E0NQx1PoAMdH4KALIy/8S+lLJAcjPhNDMzPkWyM+KAEDL/89QgAHbkFt/7UTQ1NQx+gAx0W2AH1',
    'ujDO2i7fsh10kgwgchqTgCwACw8uGdcCPXCwfAAI4QMMAIlVt4bdsx4AHTBzEBeJEx4iLwASDBBJRfBHBt4CCqAhTXGe1E0NQx1P',
    'oAMdEByM75FvgoAcjL//pSyQHIz4TQzMz5FsjPigBAy//PUAOqAqABwACSMW3jDoDwASyM+K6k4S+lLJ',
  ].join(''),
};
