import type { TraceInput } from '@tonriver/actions';
import { apiForm } from '@tonriver/classify/testing';
import type { StandaloneProcess } from '../devnet/standalone-process.ts';

/** An action of an answer. */
export type ToldAction = Readonly<Record<string, unknown>> & {
  readonly action_id: string;
  readonly type: string;
  readonly trace_end_lt: string;
};

/** A trace as `GET /traces` tells it, and as the rules take it. */
export interface ExportedTrace {
  readonly input: TraceInput;
  /** `trace_state`. */
  readonly state: string;
  readonly isIncomplete: boolean;
  /** What `traces` tells with `include_actions`. */
  readonly actions: readonly ToldAction[];
}

interface ToldTrace {
  readonly trace_id: string;
  readonly end_lt: string;
  readonly trace_info: { readonly trace_state: string };
  readonly is_incomplete: boolean;
  readonly actions: readonly ToldAction[];
}

/** Reads every trace of a chain that makes no rounds now. `base`: where the dialect is served. */
export async function exportTraces(served: StandaloneProcess, base: string): Promise<readonly ExportedTrace[]> {
  const traces = await everyPage<ToldTrace>(served, `${base}/traces?include_actions=true`, {
    member: 'traces',
    limit: 50,
    idOf: (trace) => trace.trace_id,
    ltOf: (trace) => trace.end_lt,
  });
  return traces.map((trace) => ({
    input: apiForm.parse({ traces: [trace] }).trace,
    state: trace.trace_info.trace_state,
    isIncomplete: trace.is_incomplete,
    actions: trace.actions,
  }));
}

/** Reads every action of such a chain. */
export async function exportActions(served: StandaloneProcess, base: string): Promise<readonly ToldAction[]> {
  return await everyPage<ToldAction>(served, `${base}/actions?include_accounts=true`, {
    member: 'actions',
    limit: 500,
    idOf: (action) => action.action_id,
    ltOf: (action) => action.trace_end_lt,
  });
}

interface PagedList<Item> {
  readonly member: string;
  readonly limit: number;
  readonly idOf: (item: Item) => string;
  /** The logical time that the list is in order of, which `start_lt` bounds. */
  readonly ltOf: (item: Item) => string;
}

/** Reads page after page of a list. Each begins where the last one ended, because an offset is bounded. */
async function everyPage<Item>(
  served: StandaloneProcess,
  path: string,
  { member, limit, idOf, ltOf }: PagedList<Item>,
): Promise<readonly Item[]> {
  const found = new Map<string, Item>();
  for (let startLt = '0'; ; ) {
    const page = `${path}&sort=asc&limit=${limit}&start_lt=${startLt}`;
    const { status, json } = await served.get(page);
    if (status !== 200) throw new Error(`${page}: ${status} ${JSON.stringify(json)}`);
    const items = (json as Readonly<Record<string, unknown>>)[member] as readonly Item[];
    for (const item of items) {
      // A page begins with what the last one ended with. Nothing else may come twice.
      if (found.has(idOf(item)) && ltOf(item) !== startLt) throw new Error(`${page}: ${idOf(item)} comes twice`);
      found.set(idOf(item), item);
    }
    const last = items.at(-1);
    if (last === undefined || items.length < limit) return [...found.values()];
    if (ltOf(last) === startLt) throw new Error(`${page}: one logical time has more than a page`);
    startLt = ltOf(last);
  }
}
