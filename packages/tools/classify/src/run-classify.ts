import { classify, expandActionTypes } from '@tonriver/actions';
import { TonriverError } from '@tonriver/errors';
import type { ClassifyConfig } from './config.ts';
import { generatedActions } from './generated-action.ts';
import { readCase } from './read-case.ts';

export interface ClassifyOutput {
  /** Takes one line of the result. */
  readonly write: (line: string) => void;
  /** Takes one line about a problem. */
  readonly say: (line: string) => void;
}

/** Classifies each file. One that cannot be read is reported, the others still run. Returns whether all were read. */
export function runClassify({ files, types, dialect }: ClassifyConfig, { write, say }: ClassifyOutput): boolean {
  const wanted = types === undefined ? undefined : expandActionTypes(types);
  let isWhole = true;
  for (const file of files) {
    try {
      const { trace, interfaces } = readCase(file);
      const result = classify(trace, interfaces);
      const actions = generatedActions(result, dialect, wanted);
      write(JSON.stringify({ file, state: result.state, actions }));
      if (result.error !== undefined) say(`${file}: ${result.error.code}: ${result.error.message}`);
    } catch (error) {
      if (!(error instanceof TonriverError)) throw error;
      say(`${file}: ${error.message}`);
      isWhole = false;
    }
  }
  return isWhole;
}
