/** What holds where an action does not say. */
export const actionDefaults = Object.freeze({
  /** Of `wait_for`. */
  milliseconds: 10_000,
  /** Of `scroll`. */
  direction: "down" as const,
  /** Of `scroll`. */
  selector: undefined,
});
