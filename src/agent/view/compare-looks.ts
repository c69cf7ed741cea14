import type { OutlineNode } from "./outline.ts";
import type { ElementLook } from "./page-node.ts";

/** A thing that says the same and looks otherwise, with what tells so. */
export interface LookChange {
  readonly node: OutlineNode;
  readonly marks: readonly string[];
}

/** Characters of what a mark says. */
const LENGTH = 120;
/** Declarations that say where something is. */
const PLACING = /^(?:left|top|right|bottom|inset|position|z-index|transform|translate)/;
/** What is told of contents of which no word is. */
const CONTENTS: Readonly<Record<string, string>> = {
  drawing: "drawn anew",
  picture: "another picture",
  secret: "another value",
};

/**
 * Lists what looks otherwise than before: by class, style, place, picture.
 * @param plain makes a text fit to be told
 */
export function compareLooks(
  before: readonly OutlineNode[],
  after: readonly OutlineNode[],
  plain: (text: string) => string,
): LookChange[] {
  const old = new Map(listed(before).map(({ key, look = {} }) => [key, look]));
  const told = new Set<string>();
  return listed(after).flatMap((node) => {
    const was = old.get(node.key);
    if (was === undefined || told.has(node.key)) return [];
    told.add(node.key);
    const marks = marksOf(was, node.look ?? {}, plain);
    return marks.length === 0 ? [] : [{ node, marks }];
  });
}

function listed(nodes: readonly OutlineNode[]): OutlineNode[] {
  return nodes.flatMap((node) => [node, ...listed(node.children)]);
}

function marksOf(was: ElementLook, now: ElementLook, plain: (text: string) => string): string[] {
  const names = [...new Set([...Object.keys(now), ...Object.keys(was)])];
  const differing = names.filter((name) => was[name] !== now[name]);
  const isMoved = differing.includes("place") && was["place"] !== undefined;
  return differing.flatMap((name) => {
    // What is masked is masked whole, before it is taken apart.
    const [old, own] = [was[name], now[name]].map((text) => plain(text ?? ""));
    const mark = markOf({ name, old: old ?? "", own: own ?? "", isMoved });
    return mark === undefined ? [] : [mark.length > LENGTH ? `${name} changed` : mark];
  });
}

interface Difference {
  readonly name: string;
  readonly old: string;
  readonly own: string;
  /** Whether the thing is told to be elsewhere. */
  readonly isMoved: boolean;
}

function markOf({ name, old, own, isMoved }: Difference): string | undefined {
  if (name === "class") return classOf(old, own);
  if (name === "style") return styleOf(old, own, isMoved);
  if (name === "place") return isMoved && own !== "" ? `moved to ${own}` : undefined;
  const content = CONTENTS[name];
  if (content !== undefined) return old === "" || own === "" ? undefined : content;
  return own === "" ? `-${name}` : `${name}=${own}`;
}

function styleOf(old: string, own: string, isMoved: boolean): string | undefined {
  const left = (text: string): string[] => {
    const all = text.split(";").map((one) => one.trim());
    return all.filter((one) => one !== "" && !(isMoved && PLACING.test(one)));
  };
  if (old.startsWith("#") || own.startsWith("#")) return "style changed";
  const [was, now] = [left(old), left(own)];
  const set = now.filter((one) => !was.includes(one));
  const kept = new Set(now.map(propertyOf));
  const gone = was.map(propertyOf).filter((one) => !kept.has(one));
  const all = [...gone.map((one) => `-${one}`), ...set];
  return all.length === 0 ? undefined : `style ${all.join("; ")}`;
}

function propertyOf(declaration: string): string {
  return declaration.split(":", 1)[0]?.trim() ?? "";
}

function classOf(old: string, own: string): string | undefined {
  if (old.startsWith("#") || own.startsWith("#")) return "class changed";
  const [was, now] = [old, own].map((text) => text.split(" ").filter((word) => word !== ""));
  const gone = (was ?? []).filter((word) => now?.includes(word) !== true);
  const come = (now ?? []).filter((word) => was?.includes(word) !== true);
  const all = [...gone.map((word) => `-${word}`), ...come.map((word) => `+${word}`)];
  return all.length === 0 ? undefined : `class ${all.join(" ")}`;
}
