import { createRandom, type Random } from '@tonriver/chain-builder';
import type { Wallet } from '@tonriver/devnet-chain';
import { failureActs } from './acts/failures.ts';
import { jettonActs } from './acts/jettons.ts';
import { multisigActs } from './acts/multisig.ts';
import { nftActs } from './acts/nfts.ts';
import { serviceActs } from './acts/services.ts';
import { transferActs } from './acts/transfers.ts';
import { createCast } from './cast.ts';
import type { DemoView } from './demo-view.ts';
import type { Act, Scene, Sending } from './scene.ts';
import { setUpSteps } from './set-up.ts';

/** What is to be sent next, and its name for people. */
interface DemoMessage extends Sending {
  readonly name: string;
}

/** Traffic as on a real network. All of it follows from the seed and from what the chain shows. */
export interface Demo {
  /**
   * Returns the next message. It is meant to be sent soon: the view shows what became of it. Undefined while what was
   * sent before must first arrive.
   */
  next(view: DemoView): DemoMessage | undefined;
}

/** A step whose effect is not seen after this time is done again. */
const STEP_SECONDS = 20;
const ACTS: readonly Act[] = [
  ...transferActs,
  ...jettonActs,
  ...nftActs,
  ...serviceActs,
  ...multisigActs,
  ...failureActs,
];

/** @param options.faucet gives the demo's wallets what they spend */
export function createDemo({ seed, faucet }: { readonly seed: string; readonly faucet: Wallet }): Demo {
  const cast = createCast(seed);
  const steps = setUpSteps(cast, faucet);
  const begunAt = new Map<string, number>();

  const nextStep = (scene: Scene): DemoMessage | undefined => {
    const { view } = scene;
    const isBegun = (name: string): boolean => view.now < (begunAt.get(name) ?? 0) + STEP_SECONDS;
    const step = steps.find(({ name, isDone, isReady }) => !isBegun(name) && !isDone(view) && isReady(view));
    if (step === undefined) return undefined;
    begunAt.set(step.name, view.now);
    return { name: step.name, ...step.make(scene) };
  };
  return {
    next(view) {
      // The wallets' messages number the steps: a new process goes on where the last one was.
      const number = cast.wallets.reduce((sum, { address }) => sum + view.seqno(address), 0);
      const random = createRandom(`${seed}/demo/${number}`);
      const scene = { cast, view, random, queryId: BigInt(number) };
      if (cast.wallets.some(({ address }) => view.data(address) === undefined)) return nextStep(scene);
      return nextStep(scene) ?? nextAct(scene, random);
    },
  };
}

/** Draws an act by its weight; when it cannot be, the one behind it. */
function nextAct(scene: Scene, random: Random): DemoMessage | undefined {
  const total = ACTS.reduce((sum, { weight }) => sum + weight, 0);
  let left = (random.uint32() / 2 ** 32) * total;
  let first = 0;
  while (first < ACTS.length - 1 && left >= (ACTS[first]?.weight ?? 0)) left -= ACTS[first++]?.weight ?? 0;
  for (let step = 0; step < ACTS.length; step++) {
    const act = ACTS[(first + step) % ACTS.length];
    const made = act?.make(scene);
    if (act !== undefined && made !== undefined) return { name: act.name, ...made };
  }
  return undefined;
}
