import type { Json } from "../../storage/index.ts";
import type { Source } from "../candidates/candidate.ts";

/** Where a value comes from. */
export interface Evidence {
  /** What said it. */
  readonly source: Source | "recipe" | "model";
  /** The text or the member that it was read from, at most 500 characters. */
  readonly text: string;
  /** Path in structured data (`offers.price`), or a CSS path of the element; empty for neither. */
  readonly place: string;
  /** Whether it is not on the page as such, but follows from what is, or is said to by the model: EUR from €. */
  readonly derived: boolean;
  /**
   * Of a value of the model's. `quoted`: it stands on the page, as it is or in another form of the same;
   * whether it is what was asked for, only the model says. `unchecked`: the schema allows what follows from
   * the page (`x-derived`), and nothing was compared. Absent for what was read from the page without a model.
   */
  readonly support?: "quoted" | "unchecked";
}

/** What was found of a schema. */
export interface Extracted {
  /** Undefined when nothing was found. */
  readonly value: Json | undefined;
  /** By dotted path with indices, `offers[0].price`. */
  readonly evidence: Readonly<Record<string, Evidence>>;
}
