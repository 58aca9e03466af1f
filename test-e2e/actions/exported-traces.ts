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

interface TracesAnswer {
  readonly traces: readonly {
    readonly trace_info: { readonly trace_state: string };
    readonly is_incomplete: boolean;
    readonly actions: readonly ToldAction[];
  }[];
}

const TRACES_PER_PAGE = 50;
const ACTIONS_PER_PAGE = 500;

/** Reads every trace of a chain that makes no rounds now. `base`: where the dialect is served. */
export async function exportTraces(served: StandaloneProcess, base: string): Promise<readonly ExportedTrace[]> {
  const found: ExportedTrace[] = [];
  for (;;) {
    const page = `limit=${TRACES_PER_PAGE}&offset=${found.length}`;
    const { traces } = await told<TracesAnswer>(served, `${base}/traces?sort=asc&include_actions=true&${page}`);
    for (const trace of traces) {
      found.push({
        input: apiForm.parse({ traces: [trace] }).trace,
        state: trace.trace_info.trace_state,
        isIncomplete: trace.is_incomplete,
        actions: trace.actions,
      });
    }
    if (traces.length < TRACES_PER_PAGE) return found;
  }
}

/** Reads every action of such a chain. */
export async function exportActions(served: StandaloneProcess, base: string): Promise<readonly ToldAction[]> {
  const found: ToldAction[] = [];
  for (;;) {
    const page = `limit=${ACTIONS_PER_PAGE}&offset=${found.length}`;
    const path = `${base}/actions?sort=asc&include_accounts=true&${page}`;
    const { actions } = await told<{ readonly actions: readonly ToldAction[] }>(served, path);
    found.push(...actions);
    if (actions.length < ACTIONS_PER_PAGE) return found;
  }
}

async function told<Answer>(served: StandaloneProcess, path: string): Promise<Answer> {
  const { status, json } = await served.get(path);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
  return json as unknown as Answer;
}
