import { bagOfCells, cellV2, hash, hashListParameterV2, int32ParameterV2 } from '@tonriver/api-model';
import { serializeTree } from '@tonriver/boc';
import { findConfigParameter } from '@tonriver/chain-model';
import { hexOf } from '@tonriver/chain-reader';
import { z } from 'zod';
import { base64Of } from '../../answers/base64.ts';
import { textOf } from '../../answers/json-text.ts';
import { GatewayError } from '../../gateway-error.ts';
import { positiveSeqno, rangeOf, readRoundOfRequest } from '../accounts-v2/at-round.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import { unfit } from '../unfit.ts';
import { type ConfigAt, indexedBlockOf, readConfigAt, statesOf } from './config-at.ts';

const configInfo = z.strictObject({ '@type': z.literal('configInfo'), config: cellV2 }).meta({ id: 'ConfigInfo' });

const NOT_INDEXED = { contract: { 404: 'Not indexed' }, deployed: { 500: 'Not indexed' } };
const seqnoParameter = int32ParameterV2('Masterchain block; absent: the newest', { minimum: 1 }).optional();

/** Reads the configuration in force. @throws {GatewayError} when it is from before the indexed range */
async function readConfig(context: ReadingContext, seqno: number | undefined): Promise<ConfigAt> {
  const { reader, visibility, dialect } = context;
  const at = await readRoundOfRequest(reader, visibility, seqno, dialect);
  const config = await readConfigAt(reader, at);
  if (config !== undefined) return config;
  const status = dialect.name === 'deployed' ? 500 : 404;
  const text = 'the configuration is from before the indexed range: not in db';
  throw new GatewayError('not_found', text, { status });
}

function configInfoOf(bytes: string): z.output<typeof configInfo> {
  return { '@type': 'configInfo', config: { '@type': 'tvm.cell', bytes } };
}

const number = (what: string) => int32ParameterV2(what, { minimum: 0 }).optional();

/** v2 getConfigParam: one parameter of the configuration. */
const getConfigParam = defineEndpoint({
  path: '/v2/getConfigParam',
  tag: 'blockchain',
  summary: 'A parameter of the configuration, as a cell',
  description: 'Of the newest indexed masterchain block, or at seqno. Without bytes when the parameter is not set.',
  query: {
    schema: z.object({
      param: number('Number of the parameter'),
      config_id: number('The same, older name'),
      seqno: seqnoParameter,
    }),
    read({ param, config_id: configId, seqno }, dialect, source) {
      // Of a query with both names the older one counts.
      const isAmbiguous = param !== undefined && configId !== undefined && source === 'body';
      const parameter = configId ?? param;
      if (parameter === undefined || isAmbiguous) {
        throw unfit(dialect, 'only one of config_id or param should be specified');
      }
      if (parameter < 0) throw unfit(dialect, 'param should be non-negative');
      return { parameter, seqno: positiveSeqno(seqno, dialect) };
    },
  },
  example: () => ({ param: 0 }),
  errors: NOT_INDEXED,
  answerSchema: configInfo,
  caching: 'watermark',
  async answer({ parameter, seqno }, context) {
    const { bag } = await readConfig(context, seqno);
    const cell = findConfigParameter(bag, bag.root, parameter);
    return { text: textOf(configInfoOf(cell === null ? '' : base64Of(serializeTree(bag, cell)))) };
  },
});

/** v2 getConfigAll: the whole configuration. */
const getConfigAll = defineEndpoint({
  path: '/v2/getConfigAll',
  tag: 'blockchain',
  summary: 'The configuration, as the cell of its dictionary',
  description: 'Keys have 32 bits, values are references. Of the newest indexed masterchain block, or at seqno.',
  query: {
    schema: z.object({ seqno: seqnoParameter }),
    read: ({ seqno }, dialect) => ({ seqno: positiveSeqno(seqno, dialect) }),
  },
  example: () => ({}),
  errors: NOT_INDEXED,
  answerSchema: configInfo,
  caching: 'watermark',
  async answer({ seqno }, context) {
    const { bag } = await readConfig(context, seqno);
    return { text: textOf(configInfoOf(base64Of(serializeTree(bag, bag.root)))) };
  },
});

const LIBRARIES_MAX = 16;

const libraryResult = z
  .strictObject({
    '@type': z.literal('smc.libraryResult'),
    result: z.array(
      z.strictObject({ '@type': z.literal('smc.libraryEntry'), hash, data: bagOfCells }).meta({ id: 'LibraryEntry' }),
    ),
  })
  .meta({ id: 'LibraryResult' });

/** v2 getLibraries: public libraries of the masterchain. */
const getLibraries = defineEndpoint({
  path: '/v2/getLibraries',
  tag: 'blockchain',
  summary: 'Public libraries by their hashes',
  description: `Those that the newest masterchain block has whose states are resolved; unknown ones are left out. ${LIBRARIES_MAX} at most.`,
  query: {
    schema: z.object({ libraries: hashListParameterV2('Hash of a library').optional() }),
    toldAs: { libraries: 'libraries' },
    read({ libraries = [] }, dialect): readonly string[] {
      const hashes = [...new Set(libraries.map(hexOf))];
      if (hashes.length <= LIBRARIES_MAX) return hashes;
      const text = `LITE_SERVER_UNKNOWN: more than ${LIBRARIES_MAX} libraries are asked for`;
      throw new GatewayError('bad_request', text, { status: dialect.name === 'deployed' ? 500 : 400 });
    },
  },
  example: () => ({}),
  errors: { contract: { 404: 'Not indexed' }, deployed: { 500: 'Not indexed, or too many' } },
  answerSchema: libraryResult,
  caching: 'watermark',
  async answer(hashes, { reader, visibility, dialect }) {
    // Libraries are stored a moment after the watermark.
    const resolvedSeqno = (await statesOf(reader).range())?.resolvedSeqno ?? 0;
    const { lastSeqno } = rangeOf(visibility);
    const at = await readRoundOfRequest(reader, visibility, Math.min(lastSeqno, resolvedSeqno), dialect);
    const block = indexedBlockOf(at);
    const found = await Promise.all(
      hashes.map(async (hashHex) => ({
        hashHex,
        library: await statesOf(reader).library(Buffer.from(hashHex, 'hex'), block),
      })),
    );
    const result = found.flatMap(({ hashHex, library }) => {
      if (library === 'absent') return [];
      // Whether there is such a library is not known, or not stored yet.
      if (library === 'unknown') throw new GatewayError('not_ready', NOT_KNOWN, { retryAfterSeconds: 1 });
      const bytes = Buffer.from(hashHex, 'hex');
      return [{ '@type': 'smc.libraryEntry', hash: base64Of(bytes), data: base64Of(library) } as const];
    });
    const text = textOf({ '@type': 'smc.libraryResult', result } satisfies z.output<typeof libraryResult>);
    return { text, isCacheable: resolvedSeqno >= lastSeqno };
  },
});

const NOT_KNOWN =
  'whether the masterchain has one of these libraries is not known: it is from before the indexed range';

/** v2 getConfigParam, getConfigAll, getLibraries. */
export const configEndpointsV2: readonly Endpoint[] = [getConfigParam, getConfigAll, getLibraries];
