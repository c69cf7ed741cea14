import type { NodeId } from "../tree/tree.ts";
import type { FormatValue } from "./microformat-value.ts";

/** An item that is being read. */
export interface FormatItem {
  readonly node: NodeId;
  readonly type: readonly string[];
  readonly properties: Map<string, (FormatValue | FormatItem)[]>;
  readonly children: FormatItem[];
  /** Whether an item, or a text property, says what it is about. */
  isNamed: boolean;
  /** What stands for the item where it is a property. */
  value: FormatValue | undefined;
  /** How it is a property: the prefix of its class. */
  readonly prefix: string | undefined;
}
