import type { Bag, CellSlice } from '@tonriver/boc';
import { type Augmentation, loadLabel } from '@tonriver/chain-model';

/** Describes an augmented dictionary: key length, how extras are added, the extra of a leaf. */
export interface AugmentationCheck<Extra> {
  readonly keyBits: number;
  readonly augmentation: Augmentation<Extra>;
  readonly extraOfLeaf: (leaf: CellSlice, key: Uint8Array) => Extra;
}

/** Recomputes every extra of an augmented dictionary from its leaves up; throws at the first wrong one. */
export function checkAugmentation<Extra>(
  bag: Bag,
  root: number | null,
  extra: Extra,
  check: AugmentationCheck<Extra>,
): number {
  const { keyBits, augmentation, extraOfLeaf } = check;
  let leaves = 0;

  function visit(cell: number, position: number, key: Uint8Array): Extra {
    const slice = bag.slice(cell);
    const length = loadLabel(slice, key, position, keyBits - position);
    const end = position + length;
    if (end === keyBits) {
      leaves++;
      const stated = augmentation.load(slice);
      expectEqual(stated, extraOfLeaf(slice, key));
      return stated;
    }
    const children = [slice.loadRef(), slice.loadRef()] as const;
    const [left, right] = children.map((child, bit) => {
      const childKey = key.slice();
      if (bit === 1) childKey[end >> 3] = (childKey[end >> 3] as number) | (0x80 >> (end & 7));
      return visit(child, end + 1, childKey);
    }) as [Extra, Extra];
    const stated = augmentation.load(slice);
    expectEqual(stated, augmentation.combine(left, right));
    return stated;
  }

  const computed = root === null ? augmentation.empty : visit(root, 0, new Uint8Array((keyBits + 7) >> 3));
  expectEqual(extra, computed);
  return leaves;
}

function expectEqual(stated: unknown, computed: unknown): void {
  const [left, right] = [stated, computed].map((value) =>
    JSON.stringify(value, (_name, member: unknown) => (typeof member === 'bigint' ? `${member}` : member)),
  );
  if (left !== right) throw new Error(`an extra states ${left} where ${right} comes out`);
}
