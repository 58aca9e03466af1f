import { type Cell, CellBuilder } from '@tonriver/boc';
import {
  type CurrencyCollection,
  type Hash,
  noExtraCurrencies,
  standardAddress,
  storeMessage,
} from '@tonriver/chain-model';
import type { OpenBlock } from './open-block.ts';

/** Creates the message with which a masterchain block pays collected fees or new currencies, as the collator does. */
export function createSpecialMessage({ frame }: OpenBlock, to: Hash, { grams, extra }: CurrencyCollection): Cell {
  const builder = new CellBuilder();
  storeMessage(builder, {
    info: {
      type: 'internal',
      ihrDisabled: true,
      bounce: true,
      bounced: false,
      source: standardAddress({ workchain: -1, hash: new Uint8Array(32) }),
      destination: standardAddress({ workchain: -1, hash: to }),
      value: { grams, extra: extra.length === 0 ? noExtraCurrencies : extra },
      ihrFee: 0n,
      forwardFee: 0n,
      importFee: null,
      createdLt: frame.startLt,
      createdAt: frame.genUtime,
    },
    init: null,
    initLayout: 'inline',
    body: new CellBuilder().endCell(),
    bodyLayout: 'inline',
  });
  return builder.endCell();
}
