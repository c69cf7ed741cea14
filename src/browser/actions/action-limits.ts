/** The limits of actions. Times are milliseconds; characters are Unicode code points. */
export const actionLimits = Object.freeze({
  /** Actions of one run. */
  actions: 15,
  /** One `wait`. */
  wait: 15_000,
  /** All `wait` of one run. */
  totalWait: 30_000,
  /** One `wait_for`. */
  waitFor: 30_000,
  /** Characters of a selector. */
  selector: 500,
  /** Characters of what `write` types. */
  text: 1000,
  /** How long `click` waits for its target to be ready. */
  ready: 5_000,
  /** How long `click` and `scroll` look for their target before they are skipped. */
  missing: 500,
  /** How long a navigation is waited for that an action began. */
  navigation: 10_000,
  /** How long typing may take. */
  typing: 10_000,
  /** What each action may take beyond its own waits before it has failed. */
  slack: 5_000,
});
