export { createDemo, type Demo } from './demo.ts';
export type { DemoView } from './demo-view.ts';
