import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { describeRecorded, type RecordedData } from '@tonriver/testing';
import type { Constructor } from './schema-language.ts';
import { groupOrder } from './schema-language.ts';
import { bodyGroups } from './schemas/index.ts';
import { signedConstructors } from './schemas/signed-wallets.ts';
import { type Layout, LayoutComparison } from './testing/layout-comparison.ts';

const FILE = 'message-layouts.jsonl';

/** Constructors of bodies that are in no schema. */
const bodiesWithoutSchema: readonly { readonly lines: readonly number[]; readonly reason: string }[] = [
  { lines: [80], reason: 'a name for three protocols whose body is made so that none fits; the next groups have them' },
  { lines: [402, 456], reason: 'a tag of 28 bits, but bodies are looked up by 32' },
  { lines: [473, 584], reason: 'no tag, but bodies are looked up by their tags' },
];

/** Constructors of bodies that the deployed decoder does not have: a name, and why it is decoded all the same. */
const bodiesWithoutLayout: readonly { readonly name: string; readonly reason: string }[] = [];

/** Types that the language has itself, with the lines that say how. */
const languageTypes = [
  ['Bool', 'Maybe', 'Either', 'InvertedMaybe', 'VarUInteger', 'Grams', 'Coins', 'Bit'],
  ['MsgAddress', 'MsgAddressInt', 'MsgAddressExt', 'Anycast', 'Hashmap', 'HashmapNode', 'HashmapE', 'HmLabel', 'Unary'],
  ['Text', 'TextChunks', 'TextChunkRef', 'OutList', 'WalletV1toV4Msgs'],
].flat();

/** Types that no body has: states of contracts, and messages that the deployed decoder does not look up. */
const typesOfNoBody = [
  ['Unit', 'True', 'BoolFalse', 'BoolTrue', 'VarInteger', 'JustRandomSalt'],
  ['CommonMsgInfo', 'Message', 'MessageAny', 'StateInitWithLibs', 'SimpleLib', 'OutListNode', 'DNS_RecordSet'],
  ['InternalMsgBody', 'ExtOutMsgBody', 'JettonForceAction', 'JettonMinterMsg'],
  ['QuarantinedState', 'ClosingConfig', 'PaymentConfig', 'Storage'],
  ['CoffeeWithdrawLiquidityCondition', 'CoffeeSwapGenericFee', 'CoffeeSwapReferralFee', 'CoffeeSwapFees'],
  ['TeleitemLastBid', 'TeleitemAuctionState', 'TeleitemAuction', 'TeleitemConfig', 'TeleitemContent'],
  ['TeleitemState', 'TeleitemData', 'TelemintData'],
  ['TonValidatorsAccountLists', 'WhalesNominatorsMember', 'WhalesNominatorsMembersList'],
  ['EvaaPrice', 'PriceData', 'AssetRate', 'Reward', 'BlankStorage', 'UserStorage', 'UpgradeHeader'],
  ['PackedCommand', 'NestedPythOperation', 'LiquidationMasterError', 'DedustOperatorProof'],
  ['StormPositionRecord', 'StormLazerMessageWithCreated', 'StormHighloadData'],
  ['SmartAccountStorage', 'SmartAccountBlankStorage', 'SmartAccountFactoryStorage'],
].flat();

/** The order of attempts of the bodies of a type; undefined for other types. */
function orderOf(type: string): number | undefined {
  const [, number] = /^InternalMsgBody([0-9]+)$/.exec(type) ?? [];
  if (number !== undefined) return Number(number);
  if (type === 'ExternalMsgBody') return groupOrder.external;
  if (type === 'ForwardPayload') return groupOrder.forwardPayload;
  return ['W5MsgBody m n', 'HighloadV3InternalRequest n'].includes(type) ? -1 : undefined;
}

const signedTypes = /^(W1W2|W3|W4|HighloadV[123]|PreprocessedWalletV2)MsgBody( n)?$/;

function schemaOf({ name, tag, type }: Layout): Constructor | undefined {
  if (signedTypes.test(type)) return signedConstructors.find((constructor) => constructor.name === name);
  const order = orderOf(type);
  const ofOrder = bodyGroups.filter((group) => group.order === order).flatMap(({ constructors }) => constructors);
  return ofOrder.find((constructor) => `#${constructor.tag.toString(16).padStart(8, '0')}` === tag);
}

describeRecorded('the schemas and the layouts of the deployed decoder', [FILE], (data: RecordedData) => {
  const layouts = readFileSync(data.path(FILE), 'utf8')
    .trimEnd()
    .split('\n')
    .map((json, index): Layout => ({ line: index + 1, ...(JSON.parse(json) as Omit<Layout, 'line'>) }));
  const comparison = new LayoutComparison(layouts);
  const bodies = layouts.filter(({ type }) => orderOf(type) !== undefined || signedTypes.test(type));
  const withSchema = new Map(bodies.map((layout) => [layout, schemaOf(layout)]));
  for (const [layout, schema] of withSchema) if (schema !== undefined) comparison.compare(schema, layout);

  for (const [line, differences] of comparison.differences) {
    const { name, type } = layouts[line - 1]!;
    it(`agree in name, tag and fields at line ${line}: ${name} of ${type}`, () => {
      expect(differences).toEqual([]);
    });
  }

  it('have the same bodies, but for those with a reason', () => {
    const missing = [...withSchema].filter(([, schema]) => schema === undefined).map(([{ line }]) => line);
    const used = new Set(withSchema.values());
    const schemas = [...bodyGroups.flatMap(({ constructors }) => constructors), ...signedConstructors];

    expect(missing).toEqual(bodiesWithoutSchema.flatMap(({ lines }) => lines).toSorted((one, other) => one - other));
    expect(schemas.filter((schema) => !used.has(schema)).map(({ name }) => name)).toEqual(
      bodiesWithoutLayout.map(({ name }) => name),
    );
  });

  it('have the same types, but for those of the language and those of no body', () => {
    const others = layouts.filter(
      ({ line }) => !comparison.differences.has(line) && !withSchema.has(layouts[line - 1]!),
    );
    const types = [...new Set(others.map(({ type }) => type.split(' ')[0]!))];

    expect(types.toSorted()).toEqual([...languageTypes, ...typesOfNoBody].toSorted());
  });
});
