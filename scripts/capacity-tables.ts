// The capacity tables of docs/OPERATING.md, from figures that the bench measured.
import type { MeasuredFigures } from '../bench/write-figures.ts';
import { documentTable } from './document-table.ts';

/** Services that read or write every block, in the order of the flow. The parser alone may run several times. */
const INDEXING = ['block-fetcher', 'parser', 'trace-assembler', 'state-resolver', 'clickhouse'] as const;
const ONE_PER_NETWORK = ['block-fetcher', 'trace-assembler', 'state-resolver'] as const;

/** Transactions per second for which processors and disk are computed. */
const LOADS = [10, 100, 1_000] as const;
/** A process that is planned to be busy for more of the time falls behind when a burst comes. */
const BUSY_SHARE = 0.5;
const RETENTION_DAYS = 7;
const SECONDS_PER_DAY = 86_400;

/** Markdown, made of the figures alone. */
export function capacityText(measured: MeasuredFigures): string {
  const { commit, node, processor, processors, note } = measured;
  const figure = figureReader(measured);
  const slowest = Math.min(...ONE_PER_NETWORK.map((name) => figure(`services.${name}.transactions_per_cpu_second`)));
  return [
    `Measured at commit ${commit} with Node ${node} on a machine with ${processors} × ${processor}: a built chain of`,
    `${exact(figure('services.transactions'))} transactions, one process of each kind, Kafka, Redis, and the ClickHouse`,
    `engine instead of a server. ${note ?? ''}`.trim(),
    '',
    "A rate is the work divided by the processor's seconds that it took, unless it says otherwise.",
    '',
    processTable(figure),
    `By these rates, and not measured as a whole, one network can be indexed at ${rounded(slowest)} transactions per`,
    'second with such processors: the rate of the slowest service that runs once per network.',
    '',
    `Disk was measured with ${exact(figure('storage.transactions'))} built transactions with distinct bodies:`,
    '',
    diskTable(figure),
    'Computed from these figures for a load of so many transactions per second, with processors busy half of the',
    `time, and raw blocks kept for ${RETENTION_DAYS} days:`,
    '',
    loadTable(figure),
  ].join('\n');
}

type FigureReader = (name: string) => number;

function figureReader({ figures }: MeasuredFigures): FigureReader {
  return (name) => {
    const value = figures[name];
    if (value === undefined || !Number.isFinite(value)) throw new Error(`The bench has not measured ${name}`);
    return value;
  };
}

function processTable(figure: FigureReader): string {
  const memory = (name: string): string => `${rounded(figure(`services.${name}.peak_memory_mb`))} MB`;
  const indexing = INDEXING.map((name) => [
    name === 'clickhouse' ? 'ClickHouse, while indexing' : `\`${name}\``,
    `${rounded(figure(`services.${name}.transactions_per_cpu_second`))} transactions`,
    memory(name),
  ]);
  const lookUps = figure('services.api-gateway.transactionsByMessage_per_cpu_second');
  const clickHouseMs = figure('services.clickhouse.transactionsByMessage_ms_per_answer');
  return documentTable(
    ['One process', 'Rate', 'Peak memory, here'],
    [
      ...indexing,
      [
        '`api-gateway`',
        `${rounded(lookUps)} look-ups by message that are not cached, each with ${rounded(clickHouseMs)} ms of ClickHouse; ` +
          `${rounded(figure('services.api-gateway.masterchainInfo_per_cpu_second'))} answers of \`masterchainInfo\``,
        memory('api-gateway'),
      ],
      [
        '`get-method-executor`',
        `${rounded(figure('tvm.calls_per_second'))} calls of a wallet's \`seqno\`, one thread, by the clock`,
        'not measured; limited to `TVM_MEMORY_MB_MAX` × (`TVM_WORKERS` + 1)',
      ],
    ],
  );
}

function diskTable(figure: FigureReader): string {
  const gigabytes = (bytesPerTransaction: number): string => `${(bytesPerTransaction / 1000).toFixed(1)} GB`;
  return documentTable(
    ['Disk, for a million transactions', 'Size'],
    [
      ['ClickHouse, after merges, one copy', gigabytes(figure('storage.bytes_per_transaction'))],
      ['Kafka, raw blocks, one copy, uncompressed', gigabytes(figure('storage.log_bytes_per_transaction'))],
    ],
  );
}

function loadTable(figure: FigureReader): string {
  const processors = (name: string, load: number): string => {
    const needed = load / figure(`services.${name}.transactions_per_cpu_second`) / BUSY_SHARE;
    return needed < 0.1 ? '< 0.1' : needed.toFixed(1);
  };
  const perDay = (bytes: number, load: number): number => (bytes * load * SECONDS_PER_DAY) / 1e9;
  const rows = [
    ...INDEXING.map((name) => [
      name === 'clickhouse' ? 'Processors: ClickHouse, without requests' : `Processors: \`${name}\``,
      ...LOADS.map((load) => processors(name, load)),
    ]),
    [
      'Parsers (processes)',
      ...LOADS.map((load) =>
        String(Math.max(1, Math.ceil(load / figure('services.parser.transactions_per_cpu_second') / BUSY_SHARE))),
      ),
    ],
    [
      'ClickHouse, GB more per day, one copy',
      ...LOADS.map((load) => perDay(figure('storage.bytes_per_transaction'), load).toFixed(1)),
    ],
    [
      'Kafka, GB in all, one copy',
      ...LOADS.map((load) => (RETENTION_DAYS * perDay(figure('storage.log_bytes_per_transaction'), load)).toFixed(0)),
    ],
  ];
  return documentTable(['', ...LOADS.map((load) => `${rounded(load)}/s`)], rows);
}

function exact(count: number): string {
  return count.toLocaleString('en');
}

/** Two significant digits: machines and chains differ by more than the third. */
function rounded(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en');
}

const BEGIN = '<!-- Made by `npm run capacity` from bench/capacity.json. -->';
const END = '<!-- End of what `npm run capacity` made. -->';

/** The document with its capacity tables made anew. */
export function withCapacity(document: string, measured: MeasuredFigures): string {
  const [before, rest] = document.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`The document lacks the line ${BEGIN} or ${END}`);
  return `${before}${BEGIN}\n\n${capacityText(measured)}\n${END}${after}`;
}
