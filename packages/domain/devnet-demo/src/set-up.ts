import type { Wallet } from '@tonriver/devnet-chain';
import {
  buyDomainBody,
  changeDnsRecordBody,
  dnsCategory,
  dnsWalletRecord,
  jettonMintBody,
  jettonTransferBody,
  provideLiquidityOrder,
} from '@tonriver/devnet-contracts';
import { equalBytes } from '@tonriver/chain-model';
import { type Cast, type Contract, jettonWalletOf, nameOf } from './cast.ts';
import { jettonBalance, ownedDomain } from './contract-data.ts';
import type { DemoView } from './demo-view.ts';
import { grams, type Scene, type Sending, sending } from './scene.ts';

/** Something that must be there before the traffic. What it makes is seen in the chain's state. */
export interface SetUpStep {
  readonly name: string;
  readonly isDone: (view: DemoView) => boolean;
  /** Whether what it needs is there. */
  readonly isReady: (view: DemoView) => boolean;
  readonly make: (scene: Scene) => Sending;
}

/** A wallet with less gets more from the faucet. Grams. */
const WALLET_LEAST = 200;
const WALLET_GIFT = 2_000;
const CONTRACT_VALUE = 1;
const UNIT = 1_000_000_000n;
const MINTED = 1_000_000n * UNIT;
/** What the first wallet brings into the pool, of each jetton. */
const LIQUIDITY = [200_000n * UNIT, 50_000n * UNIT] as const;
const ORDER_SECONDS = 600;

/** All steps, those first on which others depend. */
export function setUpSteps(cast: Cast, faucet: Wallet): readonly SetUpStep[] {
  const [admin] = cast.wallets;
  const { collection, marketplace, router, nominatorPool, names, relays, minters, multisig } = cast;
  const contracts = [...minters, collection, marketplace, router, nominatorPool, names, ...relays, multisig];
  return [
    ...cast.wallets.map((wallet, index) => fundWallet(faucet, wallet, index)),
    ...contracts.map((contract, index) => deployContract(admin, contract, index)),
    ...minters.flatMap((minter, jetton) =>
      cast.wallets.map((wallet, index) => mintTo(admin, minter, wallet, `jetton ${jetton} to wallet ${index}`)),
    ),
    provideLiquidity(cast, 0),
    provideLiquidity(cast, 1),
    buyFirstName(cast),
    leadFirstName(cast),
  ];
}

function fundWallet(faucet: Wallet, { address, state }: Wallet, index: number): SetUpStep {
  const isActive = (view: DemoView): boolean => view.data(address) !== undefined;
  return {
    name: `grams for wallet ${index}`,
    isDone: (view) => isActive(view) && view.balance(address) >= grams(WALLET_LEAST),
    isReady: () => true,
    make: ({ view }) =>
      sending(faucet, address, grams(WALLET_GIFT), { bounce: false, ...(isActive(view) ? {} : { state }) }),
  };
}

function deployContract(admin: Wallet, { address, state }: Contract, index: number): SetUpStep {
  return {
    name: `contract ${index}`,
    isDone: (view) => view.data(address) !== undefined,
    isReady: (view) => view.data(admin.address) !== undefined,
    make: () => sending(admin, address, grams(CONTRACT_VALUE), { bounce: false, state }),
  };
}

function mintTo(admin: Wallet, minter: Contract, owner: Wallet, name: string): SetUpStep {
  return {
    name,
    isDone: (view) => view.data(jettonWalletOf(owner.address, minter)) !== undefined,
    isReady: (view) => view.data(minter.address) !== undefined,
    make({ queryId }) {
      const mint = { queryId, amount: MINTED, to: owner.address, response: admin.address, tonAmount: grams(0.1) };
      const body = jettonMintBody({ ...mint, forwardAmount: 0n, forwardPayload: null });
      return sending(admin, minter.address, grams(0.2), { body });
    },
  };
}

function provideLiquidity({ wallets: [admin], minters, router }: Cast, side: 0 | 1): SetUpStep {
  const [own, other] = side === 0 ? minters : [minters[1], minters[0]];
  const amount = LIQUIDITY[side];
  const user = admin.address;
  return {
    name: `liquidity of jetton ${side}`,
    isDone: (view) => jettonBalance(view, router.address, own) > 0n,
    isReady: (view) => view.data(router.address) !== undefined && jettonBalance(view, user, own) >= amount,
    make({ view, queryId }) {
      const forwardPayload = provideLiquidityOrder({
        otherWallet: jettonWalletOf(router.address, other),
        refundAddress: user,
        excessesAddress: user,
        deadline: view.now + ORDER_SECONDS,
        minLiquidity: 1n,
        to: user,
        forwardAmount: 0n,
      });
      const transfer = { queryId, amount, destination: router.address, response: user, forwardAmount: grams(0.4) };
      const body = jettonTransferBody({ ...transfer, forwardPayload });
      return sending(admin, jettonWalletOf(user, own), grams(0.5), { body });
    },
  };
}

function buyFirstName(cast: Cast): SetUpStep {
  const [admin] = cast.wallets;
  const { label, address } = nameOf(cast, 0);
  return {
    name: 'first name',
    isDone: (view) => view.data(address) !== undefined,
    isReady: (view) => view.data(cast.names.address) !== undefined && view.data(admin.address) !== undefined,
    make: () => sending(admin, cast.names.address, grams(1.1), { body: buyDomainBody(label) }),
  };
}

/** An account is called by a domain that it owns and whose record `wallet` names it. */
function leadFirstName(cast: Cast): SetUpStep {
  const [admin] = cast.wallets;
  const { address } = nameOf(cast, 0);
  return {
    name: 'wallet of the first name',
    isDone: (view) => ownedDomain(view, address)?.leadsToOwner === true,
    // A stranger who was faster has the name, and sets its records.
    isReady(view) {
      const domain = ownedDomain(view, address);
      return domain !== undefined && equalBytes(domain.owner.hash, admin.address.hash);
    },
    make({ queryId }) {
      const body = changeDnsRecordBody(queryId, dnsCategory('wallet'), dnsWalletRecord(admin.address));
      return sending(admin, address, grams(0.1), { body });
    },
  };
}
