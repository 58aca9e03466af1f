import { describe, expect, it } from '@jest/globals';
import { createLiveMemorySource, type LiveMemorySource } from '@tonriver/block-source/testing';
import { alteredBlock, builtSource } from '@tonriver/testing';
import { type BlockKey, type BlockSource, blockKeyText, type SourceBlock } from './block-source.ts';
import { createRoundBuilder } from './build-round.ts';
import { type ChainStep, followRounds } from './follow-rounds.ts';
import { onlyFinal } from './only-final.ts';
import { readAhead } from './read-ahead.ts';
import type { SeqnoRange } from './seqno-ranges.ts';

const ROUNDS = 12;

describe('followRounds', () => {
  const chain = builtSource({ seed: 'follow-rounds', rounds: ROUNDS });
  const roundOf = (seqno: number): readonly SourceBlock[] => chain.rounds[seqno - 1]!;
  const [masterchainOf, shardsOf] = [(seqno: number) => roundOf(seqno)[0]!, (seqno: number) => roundOf(seqno).slice(1)];
  const withoutName = (block: SourceBlock): SourceBlock => ({ ...block, namedFileHash: null });

  /** Follows a source step by step, and counts the rounds that it got as published. */
  const follow = (source: BlockSource, options: { from?: number; to?: number; published?: SeqnoRange } = {}) => {
    const given: number[] = [];
    const stop = new AbortController();
    const ahead = readAhead(onlyFinal(source));
    const builder = createRoundBuilder({ source: ahead.source, network: chain.network });
    const runOf = (seqno: number): SeqnoRange | undefined => {
      if (given.includes(seqno)) return { first: seqno, last: seqno };
      const { published } = options;
      return published !== undefined && published.first <= seqno && seqno <= published.last ? published : undefined;
    };
    const steps = followRounds(
      { source: onlyFinal(source), builder, wanted: { ...options, runOf }, expect: ahead.expect, namingMsMax: 200 },
      stop.signal,
    );
    const next = async (): Promise<ChainStep | undefined> => {
      const { value } = (await steps.next()) as { readonly value: ChainStep | undefined };
      if (value?.kind === 'round') given.push(value.round.seqno);
      return value;
    };
    /** Takes rounds until a step of another kind comes. */
    const rest = async (): Promise<ChainStep | undefined> => {
      for (;;) {
        const step = await next();
        if (step?.kind !== 'round') return step;
      }
    };
    return { given, next, rest, stop };
  };
  const counting = (source: LiveMemorySource): { readonly source: BlockSource; readonly read: string[] } => {
    const read: string[] = [];
    const block = async (key: BlockKey): Promise<SourceBlock | undefined> => {
      const found = await source.block(key);
      if (found !== undefined) read.push(blockKeyText(key));
      return found;
    };
    return { source: { ...source, block }, read };
  };
  const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

  it('yields each round when its blocks appear, and reads every block once', async () => {
    const live = createLiveMemorySource();
    const { source, read } = counting(live);
    const { given, rest, next } = follow(source);
    expect(await next()).toMatchObject({ kind: 'caught_up', head: { lastSeqno: 0 } });
    for (let seqno = 1; seqno <= ROUNDS; seqno += 1) {
      live.add(...roundOf(seqno));
      expect(await rest()).toMatchObject({ kind: 'caught_up', head: { lastSeqno: seqno } });
      expect(given).toEqual(upTo(seqno));
    }
    expect(read.length).toBe(new Set(read).size);
    live.end();
    expect(await rest()).toBeUndefined();
  });

  it('waits for a shard block that comes after its masterchain block, and reads no block again', async () => {
    const live = createLiveMemorySource([...roundOf(1), ...roundOf(2)]);
    const { source, read } = counting(live);
    const { given, rest } = follow(source);
    await rest();
    const [late, ...others] = shardsOf(3);
    live.add(masterchainOf(3), ...others);
    expect(await rest()).toMatchObject({
      kind: 'incomplete',
      seqno: 3,
      reason: { code: 'missing_block', fields: { block: blockKeyText(late!.key) } },
    });
    live.add(late!);
    expect(await rest()).toMatchObject({ kind: 'caught_up' });
    expect(given).toEqual([1, 2, 3]);
    expect(read.length).toBe(new Set(read).size);
  });

  it('yields rounds in order when the first ones come last', async () => {
    const live = createLiveMemorySource();
    const { given, rest } = follow(live);
    await rest();
    for (const seqno of [3, 5, 1]) {
      live.add(...roundOf(seqno));
      await rest();
    }
    expect(given).toEqual([1]);
    live.add(...roundOf(2));
    expect(await rest()).toMatchObject({ kind: 'incomplete', seqno: 4 });
    live.add(...roundOf(4));
    expect(await rest()).toMatchObject({ kind: 'caught_up' });
    expect(given).toEqual(upTo(5));
  });

  it('stops before a missing block, names it and the time of the wait, and goes on when it comes', async () => {
    const live = createLiveMemorySource([...upTo(4), ...upTo(9, 6)].flatMap(roundOf));
    const { given, rest } = follow(live);
    const first = await rest();
    expect(first).toMatchObject({
      kind: 'incomplete',
      seqno: 5,
      waitedMs: expect.any(Number),
      reason: { fields: { block: blockKeyText(masterchainOf(5).key) } },
    });
    live.add(...roundOf(10));
    const second = await rest();
    expect(second).toMatchObject({ kind: 'incomplete', seqno: 5 });
    if (first?.kind !== 'incomplete' || second?.kind !== 'incomplete') throw new Error('checked above');
    expect(second.waitedMs).toBeGreaterThan(first.waitedMs);
    live.add(...roundOf(5));
    expect(await rest()).toMatchObject({ kind: 'caught_up' });
    expect(given).toEqual(upTo(10));
  });

  it('goes on after published rounds, and reads only the masterchain block before the next one', async () => {
    const live = createLiveMemorySource(upTo(ROUNDS).flatMap(roundOf));
    const { source, read } = counting(live);
    const { given, rest } = follow(source, { published: { first: 1, last: 8 } });
    await rest();
    expect(given).toEqual(upTo(ROUNDS, 9));
    const wanted = [masterchainOf(8), ...upTo(ROUNDS, 9).flatMap(roundOf)].map(({ key }) => blockKeyText(key));
    expect(new Set(read)).toEqual(new Set(wanted));
    expect(read.length).toBe(wanted.length);
  });

  it('yields no round that is not final', async () => {
    const live = createLiveMemorySource(upTo(6).flatMap(roundOf));
    live.setFinalSeqno(4);
    const { given, rest } = follow(live);
    expect(await rest()).toMatchObject({ kind: 'caught_up', head: { lastSeqno: 4 } });
    expect(given).toEqual(upTo(4));
    live.setFinalSeqno(6);
    await rest();
    expect(given).toEqual(upTo(6));
  });

  it('ends after the wanted rounds', async () => {
    const live = createLiveMemorySource(upTo(5).flatMap(roundOf));
    const { given, rest } = follow(live, { from: 4, to: 7 });
    expect(await rest()).toMatchObject({ kind: 'caught_up' });
    live.add(...upTo(9, 6).flatMap(roundOf));
    expect(await rest()).toBeUndefined();
    expect(given).toEqual(upTo(7, 4));
  });

  it('waits for the block that names the newest file hash, and goes on without it after a time limit', async () => {
    const live = createLiveMemorySource(upTo(2).flatMap(roundOf).map(withoutName));
    const { given, rest, next } = follow(live);
    expect(await rest()).toMatchObject({ kind: 'caught_up' });
    expect(given).toEqual([1]);
    live.add(...roundOf(3).map(withoutName));
    const named = await next();
    expect(named).toMatchObject({ kind: 'round', round: { seqno: 2 } });
    if (named?.kind !== 'round') throw new Error('checked above');
    expect(named.round.blocks[0]!.fileHash).not.toBeNull();
    const beganMs = performance.now();
    let late: ChainStep | undefined;
    // Timers may fire a moment before `performance.now()` says so: the source is asked once more then.
    do late = await next();
    while (late?.kind === 'caught_up');
    expect(performance.now() - beganMs).toBeGreaterThan(100);
    if (late?.kind !== 'round') throw new Error('it does without the name then');
    expect(late.round.blocks[0]!).toMatchObject({ key: { seqno: 3 }, fileHash: null });
  });

  it('yields the complete rounds, then `broken`, when a block is altered or the source fails', async () => {
    const altered = { ...masterchainOf(4), boc: alteredBlock(masterchainOf(4).boc), namedFileHash: null };
    const lying = createLiveMemorySource([...upTo(3).flatMap(roundOf), altered, ...shardsOf(4), ...roundOf(5)]);
    const { given, rest } = follow(lying);
    expect(await rest()).toMatchObject({ kind: 'broken', error: { code: 'wrong_root_hash' } });
    expect(given).toEqual(upTo(3));

    const live = createLiveMemorySource(roundOf(1));
    const failing = follow(live);
    await failing.rest();
    live.fail(new Error('a disk is gone'));
    expect(await failing.rest()).toMatchObject({ kind: 'broken', error: { message: 'a disk is gone' } });
  });

  it('goes on after an incomplete round when the source has ended', async () => {
    const live = createLiveMemorySource([...upTo(4), ...upTo(8, 6)].flatMap(roundOf));
    live.end();
    const { given, rest } = follow(live);
    expect(await rest()).toMatchObject({ kind: 'incomplete', seqno: 5, waitedMs: 0 });
    expect(await rest()).toMatchObject({ kind: 'incomplete', seqno: 6 });
    expect(await rest()).toBeUndefined();
    expect(given).toEqual([...upTo(4), 7, 8]);
  });

  it('stops waiting when the signal aborts', async () => {
    const { next, stop } = follow(createLiveMemorySource());
    await next();
    const beganMs = performance.now();
    setTimeout(() => stop.abort(), 50);
    expect(await next()).toBeUndefined();
    expect(performance.now() - beganMs).toBeLessThan(20_000);
  });
});
