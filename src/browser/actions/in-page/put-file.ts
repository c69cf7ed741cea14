import type { findElement } from "./find-element.ts";

/** What {@link putFile} calls. */
interface FileTools {
  readonly fileInputOf: typeof fileInputOf;
  readonly findElement: typeof findElement;
}

/** The file input that an element is, labels or alone holds; undefined when there is none. */
export function fileInputOf(element: Element | null): HTMLInputElement | undefined {
  const label = element instanceof HTMLLabelElement ? element.control : null;
  const inner = element?.querySelectorAll("input[type=file]") ?? [];
  const input = label ?? (inner.length === 1 ? inner[0] : element);
  return input instanceof HTMLInputElement && input.type === "file" ? input : undefined;
}

/** Gives the file input that is asked for a file; why it does not take it, empty when it does. */
export function putFile(
  tools: FileTools,
  { name, type, base64 }: { readonly name: string; readonly type: string; readonly base64: string },
): string {
  const asked = tools.findElement(undefined);
  if (asked === null) return "gone";
  const input = tools.fileInputOf(asked);
  if (input === undefined) return "not a field for files";
  if (input.matches(":disabled")) return "disabled";
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], name, { type }));
  input.files = transfer.files;
  input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
  return "";
}
