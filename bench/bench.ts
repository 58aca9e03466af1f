/** Figure → value. The name says the unit or `ratio`. */
export type Figures = Readonly<Record<string, number>>;

export interface Bench {
  /** First part of its figures' names. */
  readonly name: string;
  readonly summary: string;
  run(): Promise<Figures>;
}
