// Calls operations of a generated client and writes what it read of the answers, as one JSON list.
//
// Standard input: {folder, host, calls: [{operation, arguments, body, bodyModel, answers}]}.
// Standard output: [{status, answer, problem}]; the answer is null when the client read none, and the status 0 when it
// did not send the request.

import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { DocumentOperation } from './document-operations.ts';
import type { ClientAnswer, ClientCall } from './generated-client.ts';

interface Order {
  readonly folder: string;
  readonly host: string;
  readonly calls: readonly DescribedCall[];
}

interface DescribedCall extends ClientCall {
  readonly bodyModel?: string;
  readonly answers: Readonly<Record<string, AnswerForm>>;
}

type AnswerForm = DocumentOperation['answers'][string];
type Convert = (value: unknown) => unknown;
type Operation = (parameters: unknown) => Promise<{ readonly raw: Response; value(): Promise<unknown> }>;

const { folder, host, calls } = JSON.parse(await text(process.stdin)) as Order;
const client = (await import(pathToFileURL(join(folder, 'index.js')).href)) as Readonly<Record<string, unknown>>;
const Configuration = client['Configuration'] as new (options: { readonly basePath: string }) => object;
const configuration = new Configuration({ basePath: host });
const apis = Object.entries(client)
  .filter(([name]) => name.endsWith('Api'))
  .map(([, Api]) => new (Api as new (configuration: object) => Record<string, Operation>)(configuration));

const plainName = (name: string): string => name.replaceAll('_', '').toLowerCase();
const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

function operationOf(id: string): Operation {
  for (const api of apis) {
    const names = Object.getOwnPropertyNames(Object.getPrototypeOf(api));
    const name = names.find((method) => plainName(method) === `${plainName(id)}raw`);
    if (name !== undefined) return (parameters) => api[name]?.(parameters) as ReturnType<Operation>;
  }
  throw new TypeError(`the client has no operation ${id}`);
}

/** A function of the client's models, such as `BlockToJSON`. */
function converter(model: string, direction: 'FromJSON' | 'ToJSON'): Convert {
  const convert = client[`${model}${direction}`];
  // A text or number with a name is no model.
  return typeof convert === 'function' ? (convert as Convert) : (value) => value;
}

function parametersOf({ arguments: given = {}, body, bodyModel }: DescribedCall): Readonly<Record<string, unknown>> {
  const parameters = Object.fromEntries(Object.entries(given).map(([name, value]) => [camelCase(name), value]));
  if (body === undefined) return parameters;
  if (bodyModel === undefined) return { ...parameters, body };
  const name = `${bodyModel.charAt(0).toLowerCase()}${bodyModel.slice(1)}`;
  return { ...parameters, [name]: converter(bodyModel, 'FromJSON')(body) };
}

/** What was read as the client itself would send it. */
function writtenBack(value: unknown, { model, container }: AnswerForm): unknown {
  const write = converter(model, 'ToJSON');
  if (container === 'list') return (value as readonly unknown[]).map(write);
  if (container === 'none') return write(value);
  return Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, write(one)]));
}

function formOf(call: DescribedCall, status: number): AnswerForm {
  const form = call.answers[String(status)] ?? call.answers['default'];
  if (form === undefined) throw new TypeError(`${call.operation} does not document ${status}`);
  return form;
}

async function read(call: DescribedCall): Promise<ClientAnswer> {
  let status = 0;
  try {
    const response = await operationOf(call.operation)(parametersOf(call));
    status = response.raw.status;
    return { status, answer: writtenBack(await response.value(), formOf(call, status)) };
  } catch (error) {
    // The client reads no refusals itself: it hands out the response, and callers convert its text.
    const response = (error as { readonly response?: Response }).response;
    if (response === undefined) return { status, answer: null, problem: String(error) };
    const form = formOf(call, response.status);
    const value = converter(form.model, 'FromJSON')(await response.json());
    return { status: response.status, answer: writtenBack(value, form) };
  }
}

const answers: ClientAnswer[] = [];
for (const call of calls) answers.push(await read(call));
process.stdout.write(JSON.stringify(answers));
