/** One promise of a port, to be registered under any test runner: `test(case.title, case.run)`. */
export interface Case {
  /** The promise, as a sentence. */
  readonly title: string;
  /** Resolves when the adapter keeps the promise; rejects with an AssertionError when it does not. */
  run(): Promise<void>;
}
