import {
  type GivenAddress,
  givenAddressParameter,
  hash,
  hashParameterV2,
  userFriendlyAddress,
} from '@tonriver/api-model';
import { z } from 'zod';
import { textOf } from '../../answers/json-text.ts';
import type { IndexedExamples } from '../../documentation/indexed-examples.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { unfit } from '../unfit.ts';
import type { Endpoint } from '../endpoint.ts';

/** The elector, an account of every network. */
const EXAMPLE = '-1:3333333333333333333333333333333333333333333333333333333333333333';

/** What the endpoints about the forms of one address have in common. */
const ofAddress = {
  tag: 'utils',
  description: 'Raw and user-friendly forms (TEP-2). Nothing stored is looked at.',
  query: {
    schema: z.object({ address: givenAddressParameter('Address') }),
    read: ({ address }: { address: GivenAddress }): GivenAddress => address,
  },
  example: (_indexed: IndexedExamples | undefined) => ({ address: EXAMPLE }),
  caching: 'none',
} as const;

/** Prints a user-friendly form. A workchain that does not fit its byte has none. */
function friendlyOf(address: GivenAddress, isBounceable: boolean, dialect: Dialect): string {
  const { workchain, accountHex, isTestOnly: isTestnet } = address;
  const text = userFriendlyAddress({ workchain, accountHex, isBounceable, isTestnet });
  if (text === undefined) throw dialect.badRequest('this workchain has no user-friendly addresses');
  return text;
}

const variant = z
  .strictObject({ '@type': z.literal('ext.utils.detectedAddressVariant'), b64: z.string(), b64url: z.string() })
  .meta({ id: 'DetectedAddressVariant' });

function variantOf(b64url: string): z.output<typeof variant> {
  const b64 = b64url.replaceAll('-', '+').replaceAll('_', '/');
  return { '@type': 'ext.utils.detectedAddressVariant', b64, b64url };
}

/** v2 detectAddress: all forms of an address. */
const detectAddress = defineEndpoint({
  ...ofAddress,
  path: '/v2/detectAddress',
  summary: 'All forms of an address',
  answerSchema: z
    .strictObject({
      '@type': z.literal('ext.utils.detectedAddress'),
      raw_form: z.string(),
      bounceable: variant,
      non_bounceable: variant,
      given_type: z.enum(['raw_form', 'friendly_bounceable', 'friendly_non_bounceable']),
      test_only: z.boolean(),
    })
    .meta({ id: 'DetectedAddress' }),
  async answer(address, { dialect }) {
    return {
      text: textOf({
        '@type': 'ext.utils.detectedAddress',
        raw_form: `${address.workchain}:${address.accountHex.toLowerCase()}`,
        bounceable: variantOf(friendlyOf(address, true, dialect)),
        non_bounceable: variantOf(friendlyOf(address, false, dialect)),
        given_type: address.form,
        test_only: address.isTestOnly,
      }),
    };
  },
});

/** v2 packAddress: the user-friendly form, with the flags of the given one. */
const packAddress = defineEndpoint({
  ...ofAddress,
  path: '/v2/packAddress',
  summary: 'User-friendly form of an address',
  answerSchema: z.string().meta({ id: 'PackedAddress' }),
  async answer(address, { dialect }) {
    return { text: textOf(friendlyOf(address, address.form !== 'friendly_non_bounceable', dialect)) };
  },
});

/** v2 unpackAddress: the raw form. */
const unpackAddress = defineEndpoint({
  ...ofAddress,
  path: '/v2/unpackAddress',
  summary: 'Raw form of an address',
  answerSchema: z.string().meta({ id: 'UnpackedAddress' }),
  async answer({ workchain, accountHex }) {
    return { text: textOf(`${workchain}:${accountHex}`) };
  },
});

/** v2 detectHash: all forms of a hash. */
const detectHash = defineEndpoint({
  path: '/v2/detectHash',
  tag: 'utils',
  summary: 'All forms of a hash',
  description: 'Hexadecimal, base64 and base64url. Nothing stored is looked at.',
  query: {
    schema: z.object({ hash: hashParameterV2('Hash') }),
    read({ hash: given }, dialect): Uint8Array {
      if (given.length === 0) throw unfit(dialect, 'empty hash');
      return given;
    },
  },
  example: () => ({ hash: 'ab'.repeat(32) }),
  answerSchema: z
    .strictObject({
      '@type': z.literal('ext.utils.detectedHash'),
      b64: hash,
      b64url: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
      hex: z.string().regex(/^[0-9a-f]{64}$/),
    })
    .meta({ id: 'DetectedHash' }),
  caching: 'none',
  async answer(given) {
    const bytes = Buffer.from(given);
    const forms = { b64: bytes.toString('base64'), b64url: bytes.toString('base64url'), hex: bytes.toString('hex') };
    return { text: textOf({ '@type': 'ext.utils.detectedHash', ...forms }) };
  },
});

/** v2 detectAddress, packAddress, unpackAddress, detectHash. */
export const addressEndpointsV2: readonly Endpoint[] = [detectAddress, packAddress, unpackAddress, detectHash];
