import { approveMultisigOrderBody, commentBody, multisigOrder, newMultisigOrderBody } from '@tonriver/devnet-contracts';
import { MULTISIG } from '../cast.ts';
import { multisigOrderOf, type MultisigOrder, nextOrderSeqno } from '../contract-data.ts';
import { type Act, grams, type Scene, sending } from '../scene.ts';

const ORDER_SECONDS = 3_600;
/** Hundredths of a gram that an order pays: less than its approvals bring, so that the wallet never runs out. */
const PAID = { least: 1, most: 10 };
const APPROVAL_VALUE = 0.3;

/** The newest order, or what there is instead: no order yet, or one that is on its way. */
function newestOrder({ cast, view }: Scene): MultisigOrder | 'none' | 'on its way' {
  const next = nextOrderSeqno(view, cast);
  if (next === undefined) return 'on its way';
  return next === 0n ? 'none' : (multisigOrderOf(view, cast, next - 1n) ?? 'on its way');
}

/** A wallet of several signers: its orders, which come one after another, and who approves them. */
export const multisigActs: readonly Act[] = [
  {
    name: 'multisig order',
    weight: 1,
    make(scene) {
      const { cast, view, random, queryId } = scene;
      const newest = newestOrder(scene);
      if (newest === 'on its way') return undefined;
      if (newest !== 'none' && !newest.isSent && newest.expiration >= view.now) return undefined;
      const index = random.below(MULTISIG.signers);
      const to = random.pick(cast.wallets).address;
      const value = grams(random.between(PAID.least, PAID.most) / 100);
      const body = newMultisigOrderBody({
        queryId,
        orderSeqno: nextOrderSeqno(view, cast) ?? 0n,
        maker: 'signer',
        index,
        expiration: view.now + ORDER_SECONDS,
        order: multisigOrder([{ to, value, bounce: false, body: commentBody('Paid together') }]),
      });
      return sending(cast.wallets[index] ?? cast.wallets[0], cast.multisig.address, grams(0.3), { body });
    },
  },
  {
    name: 'multisig approval',
    weight: 1,
    make(scene) {
      const { cast, view, random, queryId } = scene;
      const order = newestOrder(scene);
      if (order === 'none' || order === 'on its way' || order.isSent || order.expiration < view.now) return undefined;
      const signers = Array.from({ length: MULTISIG.signers }, (_, index) => index);
      const missing = signers.filter((index) => ((order.approvals >> BigInt(index)) & 1n) === 0n);
      if (missing.length === 0) return undefined;
      const index = random.pick(missing);
      const body = approveMultisigOrderBody(queryId, index);
      return sending(cast.wallets[index] ?? cast.wallets[0], order.address, grams(APPROVAL_VALUE), { body });
    },
  },
];
