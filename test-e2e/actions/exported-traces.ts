import type { TraceInput } from '@tonriver/actions';
import { apiForm } from '@tonriver/classify/testing';
import type { StandaloneProcess } from '../devnet/standalone-process.ts';

/** An action of an answer. */
export type ToldAction = Readonly<Record<string, unknown>> & { readonly action_id: string; readonly type: string };

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
  readonly trace_info: { readonly trace_state: string };
  readonly is_incomplete: boolean;
  readonly actions: readonly ToldAction[];
}

/** Reads every trace of a chain that makes no rounds now. `base`: where the dialect is served. */
export async function exportTraces(served: StandaloneProcess, base: string): Promise<readonly ExportedTrace[]> {
  const traces = await everyPage<ToldTrace>(served, `${base}/traces?include_actions=true`, 'traces', 50);
  return traces.map((trace) => ({
    input: apiForm.parse({ traces: [trace] }).trace,
    state: trace.trace_info.trace_state,
    isIncomplete: trace.is_incomplete,
    actions: trace.actions,
  }));
}

/** Reads every action of such a chain. */
export async function exportActions(served: StandaloneProcess, base: string): Promise<readonly ToldAction[]> {
  return await everyPage<ToldAction>(served, `${base}/actions?include_accounts=true`, 'actions', 500);
}

/** Reads page after page of a list, which is a member of each answer. */
async function everyPage<Item>(
  served: StandaloneProcess,
  path: string,
  member: string,
  limit: number,
): Promise<readonly Item[]> {
  const found: Item[] = [];
  for (;;) {
    const page = `${path}&sort=asc&limit=${limit}&offset=${found.length}`;
    const { status, json } = await served.get(page);
    if (status !== 200) throw new Error(`${page}: ${status} ${JSON.stringify(json)}`);
    const items = (json as Readonly<Record<string, unknown>>)[member] as readonly Item[];
    found.push(...items);
    if (items.length < limit) return found;
  }
}
