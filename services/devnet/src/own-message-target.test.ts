import { describe, expect, it } from '@jest/globals';
import { DevnetChainError } from '@tonriver/devnet-chain';
import { DevnetError } from './devnet-error.ts';
import { createOwnMessageTarget } from './own-message-target.ts';

const accepted = { hash: '01'.repeat(32), normalisedHash: '02'.repeat(32) };
const failing = (error: unknown) => createOwnMessageTarget({ send: () => Promise.reject(error) });

describe('messages to the devnet of the same process', () => {
  it('are given to the chain, and their hashes and the round before them are told', async () => {
    const sent: Uint8Array[] = [];
    const target = createOwnMessageTarget({
      send: async (boc) => {
        sent.push(boc);
        return { ...accepted, afterSeqno: 7 };
      },
    });
    const hashes = { hash: new Uint8Array(32).fill(1), normalisedHash: new Uint8Array(32).fill(2) };
    expect(await target.send(Uint8Array.of(5))).toEqual({ ...hashes, afterSeqno: 7 });
    expect(sent).toEqual([Uint8Array.of(5)]);
    expect(await createOwnMessageTarget({ send: async () => accepted }).send(Uint8Array.of(5))).toEqual(hashes);
  });

  it.each([
    [new DevnetError('message_refused', 'exitcode=33'), 'refused', 'LITE_SERVER_UNKNOWN: exitcode=33', {}],
    [new DevnetChainError('bad_bag', 'no magic'), 'refused', 'INVALID_BAG_OF_CELLS: no magic', {}],
    [new DevnetError('overloaded', 'full', { retryAfterMs: 2_500 }), 'overloaded', 'full', { retryAfterMs: 3_000 }],
    [new DevnetError('not_on_demand', 'other'), 'unavailable', 'the devnet is not available: other', {}],
  ])('have the errors of its port: %s', async (error, code, message, fields) => {
    await expect(failing(error).send(Uint8Array.of(1))).rejects.toMatchObject({ code, message, fields });
  });

  it('may have been accepted when the chain does not answer in time', async () => {
    const target = createOwnMessageTarget({ send: () => new Promise(() => undefined) }, 10);
    await expect(target.send(Uint8Array.of(1))).rejects.toMatchObject({ code: 'timed_out' });
  });

  it('do not hide a fault of the program', async () => {
    const fault = new TypeError('a fault');
    await expect(failing(fault).send(Uint8Array.of(1))).rejects.toBe(fault);
  });
});
