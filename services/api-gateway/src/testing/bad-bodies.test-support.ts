import fc from 'fast-check';

/** What is sent instead of a good body. */
export interface BadBody {
  readonly bytes: Uint8Array;
  /** Undefined: none is sent. */
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text);
const nested = (open: string, inner: string, close: string, depth: number): string =>
  `${open.repeat(depth)}${inner}${close.repeat(depth)}`;

/** Values as JSON texts. Most are wrong for any member; the others for most. */
const VALUES = [
  ['null', 'true', 'false', '0', '-0', '-1', '1.5', '1e400', '1e-400', '9'.repeat(400), `-${'9'.repeat(41)}`],
  ['2147483648', '-9223372036854775809', '18446744073709551616', '9007199254740993', '"9007199254740993"'],
  ['""', '" "', '"\\u0000"', '"\\ud800"', '"🙂"', '"٣"', '"x"', '"null"', '"0x"', '"-0x1"', '"0:0"', '"AA=="'],
  ['"te6cckEBAQEAAgAAAEysuc0="', '"tvm.Cell"', '"num"', '"../../etc"', '"\' OR 1 = 1 --"', '"\\\\"'],
  ['[]', '{}', '[[]]', '[null]', '[[null]]', '[["num"]]', '[["num",{}]]', '[["tvm.Cell",{"bytes":1}]]', '[{}]'],
  ['{"type":"num"}', '[{"type":"num","value":null}]', '{"__proto__":{"a":1}}', '{"constructor":1}'],
  [`"${'a'.repeat(70_000)}"`],
  [`[${'1,'.repeat(30_000)}1]`],
  [nested('[', '', ']', 20)],
  [nested('[', '', ']', 5_000)],
  [nested('{"type":"tuple","value":[', '', ']}', 300)],
  [nested('{"a":', '1', '}', 3_000)],
].flat();

const NAMES = ['__proto__', 'constructor', 'toString', 'length', '', ' ', '@type', '@extra', 'ADDRESS', 'id', 'x'];

/** Texts that are no JSON, or begin or end with something else. */
const BROKEN = [
  ['', ' ', '\n', '{', '}', '[', ']', '"', ',', ':', 'x', 'NaN', 'Infinity', 'undefined', "{'a':1}", '{a:1}'],
  ['{"a":1,}', '[1,]', '{"a"}', '{"a":}', '{} {}', '{}x', '//\n{}', '01', '+1', '.5', '0x1', '"\\x"', '"\n"'],
  ['\uFEFF{}', 'address=0:1&method=x', '<a/>', '%7B%7D', '--x\r\n\r\n{}\r\n--x--'],
  ['['.repeat(200_000), '{"a":'.repeat(100_000), `"${'\\"'.repeat(20_000)}`, ' '.repeat(100_000)],
].flat();

const TYPES = [
  ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json; charset=utf-16'],
  ['application/vnd.api+json', 'text/json', 'text/plain', 'text/xml', 'application/xml', 'application/cbor'],
  ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'multipart/form-data', 'json', '/', ';'],
  ['application/json, text/plain', 'application/octet-stream', 'x'.repeat(2_000)],
].flat();

/** Draws bodies that differ from a good one by one or more faults, and some that have nothing to do with it. */
export function drawnBadBodies(good: unknown): fc.Arbitrary<BadBody> {
  const text = JSON.stringify(good);
  const whole = bytesOf(text);
  const places = placesIn(good);
  const value = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...VALUES) }, { weight: 1, arbitrary: fc.json() });
  const otherValue = fc
    .tuple(fc.constantFrom(...places), value)
    .map(([place, other]) => replaced(good, place, () => other));
  const otherMembers = fc
    .tuple(fc.constantFrom(...places), fc.oneof(fc.constantFrom(...NAMES), fc.string()), value)
    .map(([place, name, other]) => replaced(good, place, (inner) => withMember(inner, name, other)));
  const position = fc.nat({ max: whole.length });
  const damaged = fc
    .tuple(position, position, fc.uint8Array({ maxLength: 8 }))
    .map(([from, to, between]) => Buffer.concat([whole.subarray(0, from), between, whole.subarray(to)]));
  const bytes = fc.oneof(
    { weight: 5, arbitrary: otherValue.map(bytesOf) },
    { weight: 3, arbitrary: otherMembers.map(bytesOf) },
    { weight: 3, arbitrary: damaged },
    { weight: 2, arbitrary: fc.constantFrom(...BROKEN).map(bytesOf) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    { weight: 1, arbitrary: value.map(bytesOf) },
    { weight: 1, arbitrary: fc.constant(Buffer.from(text, 'utf16le')) },
    { weight: 1, arbitrary: fc.constant(whole) },
  );
  return fc.record({
    bytes,
    contentType: fc.oneof(
      { weight: 4, arbitrary: fc.constant('application/json') },
      { weight: 1, arbitrary: fc.constantFrom(...TYPES, undefined) },
    ),
    contentEncoding: fc.oneof(
      { weight: 9, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom('gzip', 'br', 'deflate', 'identity', 'zstd', 'x', 'gzip, gzip') },
    ),
  });
}

type Place = readonly (string | number)[];

/** Every value inside a value, and itself: the names that lead to it. */
function placesIn(value: unknown, before: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [before];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [before, ...entries.flatMap(([name, inner]) => placesIn(inner, [...before, name]))];
}

/** The JSON text of a value, in which another text stands at a place. */
function replaced(value: unknown, [name, ...further]: Place, other: (inner: unknown) => string): string {
  if (name === undefined) return other(value);
  if (Array.isArray(value)) {
    const items = value.map((inner: unknown, index) =>
      index === name ? replaced(inner, further, other) : JSON.stringify(inner),
    );
    return `[${items.join()}]`;
  }
  const members = Object.entries(value as object).map(
    ([own, inner]) =>
      `${JSON.stringify(own)}:${own === name ? replaced(inner, further, other) : JSON.stringify(inner)}`,
  );
  return `{${members.join()}}`;
}

/** The JSON text of an object with one more member, which it may have already, or of a list with one more item. */
function withMember(value: unknown, name: string, other: string): string {
  const text = JSON.stringify(value);
  const comma = text.length > 2 ? ',' : '';
  if (Array.isArray(value)) return `${text.slice(0, -1)}${comma}${other}]`;
  if (typeof value !== 'object' || value === null) return other;
  return `${text.slice(0, -1)}${comma}${JSON.stringify(name)}:${other}}`;
}
