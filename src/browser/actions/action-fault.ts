/** Why an action failed; the run makes an ActionError of it. */
export class ActionFault extends Error {
  readonly outcome: "failed" | "timed_out";

  constructor(reason: string, outcome: "failed" | "timed_out" = "failed") {
    super(reason);
    this.name = "ActionFault";
    this.outcome = outcome;
  }
}
