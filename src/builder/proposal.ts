import type { Json } from "../storage/index.ts";

/** A parameter of an action, as it was used. */
interface ProposedParameter {
  /** Lower case: letters, digits, `_`. */
  readonly name: string;
  readonly type: "string" | "integer" | "number" | "boolean";
  readonly description: string;
  /** The value with which the result was seen. */
  readonly value: Json;
  /** Another value that works, with which an action that reads is proved. */
  readonly other?: Json | undefined;
}

/** An action as it was done once by hand: what it took, and what it gave. */
export interface Proposal {
  /** Lower case, a verb and its object: `search_products`. */
  readonly name: string;
  /** As a person calls it. */
  readonly title: string;
  readonly description: string;
  readonly type: "read" | "write";
  readonly parameters: readonly ProposedParameter[];
  /** As it was seen; of a list the first items are enough. */
  readonly result: Json;
}

/** Values of parameters by name. */
export function valuesOf(
  { parameters }: Proposal,
  which: "value" | "other",
): Readonly<Record<string, Json>> {
  const values = parameters.map(({ name, value, other }) => {
    return [name, which === "other" ? (other ?? value) : value] as const;
  });
  return Object.fromEntries(values);
}
