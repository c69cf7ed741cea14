/** A page of the browser, as the viewer lists it. */
export interface Tab {
  /** The target's id. */
  readonly id: string;
  /** The session of CDP that is attached to it. */
  readonly sessionId: string;
  title: string;
  url: string;
  /** Whether its main frame loads. */
  isLoading: boolean;
  /** A question of the page that waits for its answer. */
  dialog: TabDialog | undefined;
}

/** A JavaScript dialog. */
export interface TabDialog {
  readonly kind: "alert" | "confirm" | "prompt";
  readonly message: string;
  /** What a prompt suggests. */
  readonly initial: string;
}
