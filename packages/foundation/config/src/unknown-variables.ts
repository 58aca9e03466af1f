import { settings } from './generated/settings.ts';
import { isLike, nearestName } from './nearest-name.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The problems with the names in an environment: a line for each, and the way out of all of them. */
export interface UnknownVariables {
  readonly problems: readonly string[];
  readonly advice: string;
}

/**
 * First words of our names that many other programs use as well, with an example. Of these the first two words count as
 * ours.
 */
const SHARED_FIRST_WORDS: ReadonlyMap<string, string> = new Map([
  ['ALLOW', 'ALLOW_EMPTY_PASSWORD'],
  ['BASE', 'BASE_PATH'],
  ['GAS', 'GAS_PRICE'],
  ['GET', 'GET_HOSTS_FROM'],
  ['GLOBAL', 'GLOBAL_AGENT_HTTP_PROXY'],
  ['HTTP', 'HTTP_PROXY'],
  ['IS', 'IS_DOCKER'],
  ['LOG', 'LOG_FORMAT'],
  ['MEMORY', 'MEMORY_LIMIT'],
  ['REQUEST', 'REQUEST_METHOD'],
  ['TESTNET', 'TESTNET_MNEMONIC'],
]);

/**
 * Well-known names of others that begin like ours. They are passed over because nobody can mean a setting of Tonriver
 * by them. Names such as CLICKHOUSE_HOST are not here: whoever sets them may well believe that Tonriver reads them.
 */
const NAMES_OF_OTHERS: readonly RegExp[] = [
  // Read by the scripts that come with Kafka: KAFKA_HOME, KAFKA_OPTS, KAFKA_HEAP_OPTS.
  /^KAFKA_(HOME|DEBUG|([A-Z0-9]+_)*OPTS)$/,
  // Apache TVM, a compiler.
  /^TVM_(HOME|LIBRARY_PATH|NUM_THREADS|LOG_DEBUG)$/,
];

/** The variables that Kubernetes adds to a pod for every Service: `KAFKA_PORT`, `KAFKA_PORT_9092_TCP_ADDR`. */
const SERVICE_LINK = /^([A-Z0-9_]+?)_(SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)|PORT(_\d+_(TCP|UDP|SCTP)(_[A-Z]+)?)?)$/;
const SERVICE_ADDRESS = /^(tcp|udp|sctp):\/\//;

const allNames: ReadonlySet<string> = new Set(settings.map(({ name }) => name));

/** `KAFKA_`, `GET_METHOD_`: beginnings of names that make a variable one of ours. */
export function prefixesOf(names: Iterable<string>): ReadonlySet<string> {
  const prefixes = [...names].flatMap((name) => {
    const words = name.split('_');
    const count = SHARED_FIRST_WORDS.has(words[0] ?? '') ? 2 : 1;
    return words.length > count ? [`${words.slice(0, count).join('_')}_`] : [];
  });
  return new Set(prefixes);
}

/**
 * Finds variables that look like ours and are no setting of any program: a misspelt name would be ignored, and the
 * program would run with a default. What another program of ours takes is fine, so that all can share one environment.
 *
 * @param ownNames the variables of this program
 * @param prefixes which beginnings count as ours
 * @returns undefined when there are none
 */
export function unknownVariables(
  environment: Environment,
  ownNames: readonly string[],
  prefixes: ReadonlySet<string> = prefixesOf(allNames),
): UnknownVariables | undefined {
  const known = new Set([...allNames, ...ownNames]);
  const isOurs = (name: string): boolean => [...prefixes].some((prefix) => name.startsWith(prefix));
  const unknown = Object.keys(environment)
    .filter((name) => (environment[name] ?? '') !== '' && isOurs(name) && !known.has(name))
    .filter((name) => !NAMES_OF_OTHERS.some((pattern) => pattern.test(name)))
    .toSorted();
  const links = new Map<string, string[]>();
  // A Service called "http" makes an HTTP_PORT that is no number.
  for (const name of [...unknown, ...ownNames]) {
    const service = serviceOfLink(name, environment[name] ?? '');
    if (service !== undefined) links.set(service, [...(links.get(service) ?? []), name]);
  }
  const linked = new Set([...links.values()].flat());
  const misspelt = unknown.filter((name) => !linked.has(name));
  if (linked.size + misspelt.length === 0) return undefined;
  return {
    problems: [
      ...misspelt.map((name) => `${name}: is no setting of Tonriver${question(name, ownNames)}`),
      ...[...links].map(([service, names]) => linkProblem(service, names)),
    ],
    advice: misspelt.length === 0 ? '' : adviceFor(misspelt),
  };
}

/** Name of the Kubernetes Service that a variable was made of. */
function serviceOfLink(name: string, value: string): string | undefined {
  const [, service] = SERVICE_LINK.exec(name) ?? [];
  if (service === undefined) return undefined;
  // A plain number may be somebody's own KAFKA_PORT.
  if (name === `${service}_PORT` && !SERVICE_ADDRESS.test(value)) return undefined;
  return service.toLowerCase().replaceAll('_', '-');
}

function linkProblem(service: string, [first = '', ...others]: readonly string[]): string {
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${first}: was set by Kubernetes for its Service ${service}${more}; set enableServiceLinks: false in the pod`;
}

/** More wrong letters are no slip of the hand. */
const SLIP_LETTERS_MAX = 2;

/**
 * Asks for a name with a slip of the hand, else for the nearest one, first of this program. When none is like it, lists
 * those that begin so.
 */
function question(name: string, ownNames: readonly string[]): string {
  const all = [...allNames].filter((known) => startsAlike(known, name));
  const own = ownNames.filter((known) => startsAlike(known, name));
  const candidates = own.length > 0 ? own : all;
  const nearest = nearestName(name, all, SLIP_LETTERS_MAX) ?? nearestName(name, candidates);
  if (nearest === undefined) return '';
  if (candidates.length === 1 || isLike(name, nearest)) return `; did you mean ${nearest}?`;
  return `; there are ${candidates.join(', ')}`;
}

function startsAlike(known: string, name: string): boolean {
  return [...prefixesOf([known])].some((prefix) => name.startsWith(prefix));
}

function adviceFor(names: readonly string[]): string {
  const without = names.map((name) => `-u ${name}`).join(' ');
  return `If another program needs ${names.length === 1 ? 'it' : 'them'}, start Tonriver without: env ${without} COMMAND`;
}
