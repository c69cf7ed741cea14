import type { NodeAction, NodeTarget } from "../../browser/index.ts";

type SetFile = Extract<NodeAction, { readonly type: "set_file" }>;

/** An action whose elements are references of snapshots. */
export type RefAction =
  | { readonly type: "click" | "hover" | "focus"; readonly ref: string }
  | { readonly type: "fill" | "select_text"; readonly ref: string; readonly text: string }
  | { readonly type: "set_file"; readonly ref: string; readonly file: SetFile["file"] }
  | { readonly type: "scroll"; readonly ref: string; readonly direction: "up" | "down" }
  | {
      readonly type: "drag";
      readonly ref: string;
      readonly to: string | { readonly dx: number; readonly dy: number };
    };

/** An action with the nodes of its elements. @throws what finding them throws */
export async function nodeActionOf(
  action: RefAction,
  find: (ref: string) => Promise<NodeTarget>,
): Promise<NodeAction> {
  const target = await find(action.ref);
  switch (action.type) {
    case "fill":
    case "select_text":
      return { type: action.type, target, text: action.text };
    case "set_file":
      return { type: "set_file", target, file: action.file };
    case "scroll":
      return { type: "scroll", target, direction: action.direction };
    case "drag": {
      const { to } = action;
      return { type: "drag", target, to: typeof to === "string" ? await find(to) : to };
    }
    default:
      return { type: action.type, target };
  }
}
