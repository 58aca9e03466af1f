import { bitsText } from './bits-text.ts';
import type { BodyDecoding, DecodedAddress, DecodedObject, DecodedValue, DecodedVarUint } from './decoded-value.ts';
import type { JsonObject, JsonValue } from './json-value.ts';

/** The place of a body: `decoded` of a message, or an answer of the decode endpoint. */
export interface RenderOptions {
  readonly place: 'message' | 'decode';
}

/**
 * Prints a body like the deployed API: one flat object with `@type` first and the fields in the order of the schema. In
 * messages a text comment is rewritten for old clients, and an unknown body is null. The decode endpoint does not
 * rewrite, sorts the keys of all objects, and prints `{"error": …}` instead of null. Never throws.
 */
export function renderDeployed(decoding: BodyDecoding, { place }: RenderOptions): JsonValue | null {
  switch (decoding.kind) {
    case 'decoded':
      if (place === 'decode') return sortKeys(renderObject(decoding.value));
      return decoding.comment === undefined
        ? renderObject(decoding.value)
        : { '@type': decoding.type, comment: decoding.comment, type: decoding.type };
    case 'empty':
      return { '@type': 'empty_cell' };
    case 'unknown':
      return place === 'decode' ? { error: `unknown: ${decoding.reason}` } : null;
    default:
      return decoding satisfies never;
  }
}

/** Prints a decoded value as JSON, with the bodies in it. */
function renderValue(value: DecodedValue): JsonValue {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'object') return value.toString();
  if (value.kind !== 'cell') return renderNode(value, renderValue);
  if (value.body.kind === 'decoded') return renderObject(value.body.value);
  return value.boc === undefined ? { '@type': 'empty_cell' } : base64(value.boc);
}

function renderObject(object: DecodedObject): JsonObject {
  return renderFields(object, renderValue);
}

/** Prints the values inside a value. The dialects differ only in bodies inside bodies. */
export type RenderInner = (value: DecodedValue) => JsonValue;

/** Prints nodes that are the same in both dialects, with `render` for their content. */
export function renderNode(
  value: Exclude<DecodedValue, boolean | number | bigint | { readonly kind: 'cell' }>,
  render: RenderInner,
): JsonValue {
  switch (value.kind) {
    case 'bits':
      return bitsText(value.bits, value.bitLength);
    case 'text':
      return value.embedded === undefined ? value.text : render({ kind: 'cell', body: value.embedded, boc: undefined });
    case 'var_uint':
      return renderVarUint(value);
    case 'address':
      return renderAddress(value);
    case 'maybe':
      return value.value === undefined
        ? { '@type': 'nothing_from_maybe' }
        : { '@type': 'something_from_maybe', value: render(value.value) };
    case 'either':
      return { '@type': `${value.side}_from_either`, value: render(value.value) };
    case 'reference':
      return { cell_reference: render(value.value) };
    case 'object':
      return renderFields(value, render);
    default:
      return value satisfies never;
  }
}

function renderFields(object: DecodedObject, render: RenderInner): JsonObject {
  const rendered: Record<string, JsonValue> = object.type === undefined ? {} : { '@type': object.type };
  for (const { name, value } of object.fields) rendered[name] = render(value);
  return rendered;
}

function renderVarUint({ wrapper, byteLength, value }: DecodedVarUint): JsonObject {
  const amount = { '@type': 'var_uint', len: byteLength.toString(), value: value.toString() };
  return wrapper === 'none' ? amount : { '@type': wrapper, amount };
}

function renderAddress(address: DecodedAddress): JsonObject {
  if (address.form === 'none') return { '@type': 'addr_none' };
  const bits = bitsText(address.bits, address.bitLength);
  if (address.form === 'extern') {
    return { '@type': 'addr_external', len: address.bitLength.toString(), external_address: bits };
  }
  const anycast: JsonObject =
    address.anycast === undefined
      ? { '@type': 'nothing_from_maybe' }
      : {
          '@type': 'something_from_maybe',
          value: {
            '@type': 'anycast_info',
            depth: address.anycast.depth.toString(),
            rewrite_pfx: bitsText(address.anycast.prefix, address.anycast.depth),
          },
        };
  const workchain = address.workchain.toString();
  return address.form === 'std'
    ? { '@type': 'addr_std', anycast, workchain_id: workchain, address: bits }
    : { '@type': 'addr_var', anycast, addr_len: address.bitLength.toString(), workchain_id: workchain, address: bits };
}

/** Prints standard base64 with padding. */
export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}

/** Returns the same JSON with the keys of all objects in ascending order. */
function sortKeys(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => sortKeys(item));
  const sorted: Record<string, JsonValue> = {};
  for (const [key, inner] of Object.entries(value).toSorted(([first], [second]) => (first < second ? -1 : 1))) {
    sorted[key] = sortKeys(inner);
  }
  return sorted;
}
