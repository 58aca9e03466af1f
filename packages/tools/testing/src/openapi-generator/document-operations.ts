type Schema = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, Schema>>;

/** A component of the document, by itself, as the elements of a list, or as the values of a map. */
interface AnswerForm {
  readonly model: string;
  readonly container: 'none' | 'list' | 'map';
}

/** One operation of an OpenAPI document, as far as callers of a generated client need it. */
export interface DocumentOperation {
  readonly id: string;
  readonly parameters: readonly { readonly name: string; readonly schema: Schema }[];
  /** Absent without a body. The model is absent where the body has no members: generators make none of it. */
  readonly body?: { readonly model?: string; readonly example: unknown };
  /** Status, or `default`, → what is answered. */
  readonly answers: Readonly<Record<string, AnswerForm>>;
}

interface Described {
  readonly operationId: string;
  readonly parameters?: DocumentOperation['parameters'];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: Schema; readonly example?: unknown } };
}

const COMPONENTS = '#/components/schemas/';

/** Returns the operations of a document in its order. */
export function documentOperations(document: object): readonly DocumentOperation[] {
  const { paths, components } = document as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
    readonly components: { readonly schemas: Schemas };
  };
  return Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, parameters = [], requestBody, responses }) => ({
      id: operationId,
      parameters,
      ...(requestBody === undefined ? {} : { body: bodyOf(requestBody, components.schemas) }),
      answers: Object.fromEntries(
        Object.entries(responses).flatMap(([status, { content }]) => {
          const form = answerForm(content['application/json'].schema, components.schemas);
          return form === undefined ? [] : [[status, form]];
        }),
      ),
    }));
}

function bodyOf({ content }: Content, schemas: Schemas): { readonly model?: string; readonly example: unknown } {
  const { schema, example } = content['application/json'];
  const model = modelOf(schema);
  const { properties } = schemas[model ?? ''] ?? {};
  const hasMembers = Object.keys((properties ?? {}) as object).length > 0;
  return { ...(model === undefined || !hasMembers ? {} : { model }), example };
}

function answerForm(schema: Schema, schemas: Schemas): AnswerForm | undefined {
  const model = modelOf(schema);
  if (model === undefined) return undefined;
  const { items, additionalProperties } = schemas[model] ?? {};
  const [ofItems, ofValues] = [modelOf(items), modelOf(additionalProperties)];
  if (ofItems !== undefined) return { model: ofItems, container: 'list' };
  if (ofValues !== undefined) return { model: ofValues, container: 'map' };
  return { model, container: 'none' };
}

function modelOf(schema: unknown): string | undefined {
  const reference = typeof schema === 'object' && schema !== null && '$ref' in schema ? schema.$ref : undefined;
  return typeof reference === 'string' ? reference.replace(COMPONENTS, '') : undefined;
}
