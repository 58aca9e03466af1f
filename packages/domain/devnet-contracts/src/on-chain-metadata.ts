import { type Cell, CellBuilder, sha256 } from '@tonriver/boc';
import { buildHashmap, storeHashmapE } from '@tonriver/chain-model';
import { snakeText } from './message-parts.ts';

const onChainTag = 0;
const offChainTag = 1;
const snakeTag = 0;

/** `HashmapE 256 ^SnakeData`. */
const metadataDictionary = {
  keyBits: 256,
  storeValue: (builder: CellBuilder, text: string): void => {
    builder.storeRef(snakeText(new CellBuilder().storeUint(snakeTag, 8), text));
  },
};

/**
 * Metadata that stands on the chain, by the name of the attribute (`name`, `symbol`, `decimals`, `description` …).
 * TEP-64: a zero byte, then SHA-256 of the name → a zero byte and the value's text in snake form.
 */
export function onChainMetadata(attributes: Readonly<Record<string, string>>): Cell {
  const entries = Object.entries(attributes)
    .map(([name, value]) => ({ key: sha256(Buffer.from(name, 'utf8')), value }))
    .toSorted((left, right) => Buffer.compare(left.key, right.key));
  const builder = new CellBuilder().storeUint(onChainTag, 8);
  storeHashmapE(builder, buildHashmap(entries, metadataDictionary));
  return builder.endCell();
}

/** Metadata that stands elsewhere. TEP-64: a byte 1, then the address in snake form. */
export function offChainMetadata(address: string): Cell {
  return snakeText(new CellBuilder().storeUint(offChainTag, 8), address);
}
