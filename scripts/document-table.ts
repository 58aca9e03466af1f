/** A table in Markdown, its columns as wide as their longest cell, as the formatter wants them. */
export function documentTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [columns, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('<', '\\<')));
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]!.length)));
  const [head = '', ...lines] = cells.map(
    (row) => `| ${row.map((cell, index) => cell.padEnd(widths[index]!)).join(' | ')} |\n`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |\n`, ...lines].join('');
}
