// One line that says how a public name is used.
import type {
  ClassDeclaration,
  FunctionDeclaration,
  InterfaceDeclaration,
  Node,
  ParameterDeclaration,
} from "typescript/unstable/ast";
import {
  isClassDeclaration,
  isConstructorDeclaration,
  isFunctionDeclaration,
  isInterfaceDeclaration,
  isTypeAliasDeclaration,
  isVariableDeclaration,
} from "typescript/unstable/ast/is";
import { oneLine } from "./comment.ts";

/** A node that declares a public name. */
export type Declaration = Node;

/** Longer signatures lose the inside of braces, then their end. */
const LONGEST = 160;

/** The signature of a name; what its declaration leaves to the compiler is asked of `inferred`. */
export function signatureOf(
  name: string,
  declarations: readonly Declaration[],
  inferred: () => string,
): string {
  const functions = declarations.filter((node) => isFunctionDeclaration(node));
  if (functions.length > 0) {
    // The last of several is the one that runs, which callers do not see.
    const seen = functions.length > 1 ? functions.slice(0, -1) : functions;
    return seen.map((node) => shortened(functionText(name, node, inferred))).join("; ");
  }
  const [first] = declarations;
  if (first === undefined) return name;
  if (isClassDeclaration(first)) return membersText(name, first);
  if (isInterfaceDeclaration(first)) return membersText(name, first);
  if (isTypeAliasDeclaration(first))
    return shortened(`${headOf(name, first)} = ${textOf(first.type)}`);
  if (isVariableDeclaration(first)) {
    const type = first.type ? textOf(first.type) : oneLine(inferred());
    return shortened(calledForm(name, type) ?? `${name}: ${type}`);
  }
  throw new Error(`${name} is declared in a way that the reference does not know`);
}

function functionText(
  name: string,
  { typeParameters, parameters, type }: FunctionDeclaration,
  inferred: () => string,
): string {
  const generic = typeParameters?.length ? `<${typeParameters.map(textOf).join(", ")}>` : "";
  const returned = type === undefined ? returnedBy(inferred()) : `: ${textOf(type)}`;
  return `${name}${generic}(${parametersText(parameters)})${returned}`;
}

/** What a function type that the compiler inferred gives. */
function returnedBy(type: string): string {
  const called = calledForm("", type);
  return called === undefined ? "" : called.slice(called.lastIndexOf("): ") + 1);
}

/** `name(…): Type` of the type `(…) => Type`; undefined for the type of something else. */
function calledForm(name: string, type: string): string | undefined {
  if (!type.startsWith("(")) return undefined;
  let depth = 0;
  const end = [...type].findIndex((char) => {
    depth += Number(char === "(") - Number(char === ")");
    return depth === 0;
  });
  if (!type.startsWith(") => ", end)) return undefined;
  return `${name}${type.slice(0, end + 1)}: ${type.slice(end + 5)}`;
}

/** Parameters as callers see them: one that has a default is optional, one taken apart has a name. */
export function parametersText(parameters: readonly ParameterDeclaration[]): string {
  return parameters.map(parameterText).join(", ");
}

function parameterText(parameter: ParameterDeclaration): string {
  const { name, type, initializer, questionToken, dotDotDotToken } = parameter;
  const typed = type === undefined ? "" : textOf(type);
  const said = textOf(name);
  const plain = said.startsWith("{") || said.startsWith("[") ? nameOfType(typed) : said;
  const mark = initializer === undefined && questionToken === undefined ? "" : "?";
  return `${dotDotDotToken ? "..." : ""}${plain}${mark}${typed === "" ? "" : `: ${typed}`}`;
}

/** `FetcherOptions` is taken as `options`. */
function nameOfType(type: string): string {
  const [, word = "value"] = /^\w*?([A-Z][a-z]+)\b/.exec(type) ?? [];
  return word.toLowerCase();
}

/** The name, its type parameters and what it extends. */
function headOf(
  name: string,
  {
    typeParameters,
    heritageClauses,
  }: { readonly typeParameters?: readonly Node[]; readonly heritageClauses?: readonly Node[] },
): string {
  const generic = typeParameters?.length ? `<${typeParameters.map(textOf).join(", ")}>` : "";
  const heritage = (heritageClauses ?? []).map(textOf).join(" ");
  return `${name}${generic}${heritage === "" ? "" : ` ${heritage}`}`;
}

/** A class or an interface: its head, and the names of its members as far as they fit. */
function membersText(name: string, node: ClassDeclaration | InterfaceDeclaration): string {
  const members: readonly Node[] = node.members;
  const seen = members.flatMap((member) => memberText(member) ?? []);
  const unique = [...new Set(seen)];
  const head = shortened(headOf(name, node));
  let shown = unique.length;
  const made = (): string => {
    const rest = shown < unique.length ? ["…"] : [];
    return `${head} { ${[...unique.slice(0, shown), ...rest].join(", ")} }`;
  };
  if (unique.length === 0) return head;
  while (made().length > LONGEST && shown > 1) shown -= 1;
  return made();
}

/** Undefined for what is private, and for what a class overrides. */
function memberText(member: Node): string | undefined {
  const { parameters, name, questionToken, postfixToken } = member as unknown as {
    readonly parameters?: readonly ParameterDeclaration[];
    readonly name?: Node;
    readonly questionToken?: Node;
    readonly postfixToken?: Node;
  };
  const text = textOf(member);
  if (/^(?:(?:private|protected|declare)\b|static \{|(?:\w+ )*override\b)/.test(text))
    return undefined;
  if (isConstructorDeclaration(member)) return `new(${parametersText(parameters ?? [])})`;
  if (name === undefined) return undefined;
  const said = textOf(name);
  if (said.startsWith("#")) return undefined;
  const kept = `${/^static\b/.test(text) ? "static " : ""}${said}`;
  const isCall = parameters !== undefined && !/^(?:static )?[gs]et /.test(text);
  const mark = (questionToken ?? postfixToken) === undefined ? "" : "?";
  return `${kept}${mark}${isCall ? "()" : ""}`;
}

/** A node's text in one line, comments left out. */
export function textOf(node: Node): string {
  return tidy(withoutComments(node.getText()));
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}

/** What a formatter broke over lines is put together again. */
function tidy(text: string): string {
  return oneLine(text)
    .replaceAll(/([(<[]) /g, "$1")
    .replaceAll(/,? ([)\]>])(?!=)/g, (whole, close: string) =>
      close === ">" && !whole.startsWith(",") ? whole : close,
    )
    .replaceAll(/(^|[=:(<,|] ?)\| /g, "$1")
    .replaceAll(/; \}/g, " }");
}

/** The text, or one in which the inside of its innermost braces is left out until it is short. */
export function shortened(text: string): string {
  let short = text;
  while (short.length > LONGEST) {
    const next = short.replace(/\{ (?!… \})[^{}]*(?:\{ … \}[^{}]*)*\}/, "{ … }");
    if (next === short) break;
    short = next;
  }
  return short.length > LONGEST ? `${short.slice(0, LONGEST - 1).trimEnd()}…` : short;
}
