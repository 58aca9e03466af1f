import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { MeasuredFigures } from '../bench/write-figures.ts';
import { capacityText, withCapacity } from './capacity-tables.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const measured = JSON.parse(readFileSync(join(root, 'bench', 'capacity.json'), 'utf8')) as MeasuredFigures;

describe('the capacity tables of docs/OPERATING.md', () => {
  it('are made from the measured figures (`npm run capacity` writes them)', () => {
    const document = readFileSync(join(root, 'docs', 'OPERATING.md'), 'utf8');
    expect(withCapacity(document, measured)).toBe(document);
  });

  it('name the commit and the machine, and the commit is a whole one', () => {
    expect(measured.commit).toMatch(/^[0-9a-f]{7,40}$/);
    expect(capacityText(measured)).toContain(`commit ${measured.commit} with Node ${measured.node}`);
    expect(capacityText(measured)).toContain(measured.processor);
  });

  it('change with the figures', () => {
    const name = 'services.parser.transactions_per_cpu_second';
    const figures = { ...measured.figures, [name]: 10 };
    const text = capacityText({ ...measured, figures });
    expect(text).toMatch(/`parser` +\| 10 transactions/);
    // 1,000 transactions per second, 10 for one processor, busy half of the time.
    expect(text).toMatch(/Parsers \(processes\).*\| 200 +\|/);
  });

  it('are not made when a figure is missing', () => {
    expect(() => capacityText({ ...measured, figures: {} })).toThrow(/has not measured services/);
  });
});
