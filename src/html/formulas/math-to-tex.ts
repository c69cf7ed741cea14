import { scripts, SILENT, tokens } from "./math-elements.ts";
import type { Part, Presentation } from "./presentation.ts";
import { enclosed, scripted, spaceOf, stacked, textOf } from "./tex-parts.ts";
import { identifierOf, joined, operatorOf, symbolsOf } from "./tex-symbols.ts";
import { arrayOf, matrixOf, type TexTable } from "./tex-table.ts";

interface FencedParts {
  readonly tex: string;
  readonly more: number;
}

/** The presentation of a formula (MathML Core 3) as TeX. */
export function mathToTex(source: Presentation, math: number): string {
  return new TexWriter(source).row(math).trim();
}

class TexWriter {
  readonly #source: Presentation;

  constructor(source: Presentation) {
    this.#source = source;
  }

  /** What is in an element, one behind the other. */
  row(node: number): string {
    return this.#rowOf(this.#source.parts(node));
  }

  #rowOf(parts: readonly Part[]): string {
    let tex = "";
    for (let index = 0; index < parts.length; index += 1) {
      const fenced = this.#fenced(parts, index);
      tex = joined(tex, fenced?.tex ?? this.#part(parts[index] as Part));
      if (fenced !== undefined) index += fenced.more;
    }
    return tex;
  }

  /**
   * A table or a fraction without a bar between two fences, of which the latter may be missing:
   * its TeX, and how many more parts it is made of.
   */
  #fenced(parts: readonly Part[], index: number): FencedParts | undefined {
    const [open, inside, close] = parts.slice(index, index + 3);
    if (open?.name !== "mo" || inside === undefined) return undefined;
    const left = this.#text(open.node);
    if (!OPENING.test(left)) return undefined;
    const right = close?.name === "mo" ? this.#text(close.node) : undefined;
    const isClosed = right !== undefined && CLOSING.test(right);
    return this.#between(this.#alone(inside), left, isClosed ? right : undefined);
  }

  #between({ node, name }: Part, left: string, right: string | undefined): FencedParts | undefined {
    if (name === "mtable") {
      const tex = matrixOf(this.#table(node), left, right ?? "");
      return { tex, more: right === undefined ? 1 : 2 };
    }
    const isBinomial = name === "mfrac" && left + (right ?? "") === "()";
    if (!isBinomial || !isBarless(this.#source, node)) return undefined;
    return { tex: this.#command("binom", node), more: 2 };
  }

  /** What a part is when it does nothing but hold another. */
  #alone(part: Part): Part {
    let at = part;
    while (at.name === "mrow" || at.name === "mstyle" || at.name === "mpadded") {
      const parts = this.#source.parts(at.node);
      if (parts.length !== 1) return at;
      at = parts[0] as Part;
    }
    return at;
  }

  #part({ node, name }: Part): string {
    if (name === "") return symbolsOf(fold(this.#source.text(node)));
    if (Object.hasOwn(tokens, name)) return this.#token(name, node);
    if (SILENT.has(name)) return "";
    if (Object.hasOwn(scripts, name)) return this.#scripts(node, scripts[name] ?? "");
    switch (name) {
      case "mfrac":
        return this.#fraction(node);
      case "msqrt":
        return `\\sqrt{${this.row(node)}}`;
      case "mroot":
        return this.#root(node);
      case "mtable":
        return arrayOf(this.#table(node));
      default:
        return this.#container(node, name);
    }
  }

  #container(node: number, name: string): string {
    switch (name) {
      case "mfenced":
        return this.#fence(node);
      case "menclose":
        return enclosed(this.row(node), this.#source.attribute(node, "notation") ?? "longdiv");
      case "mmultiscripts":
        return this.#multiscripts(node);
      case "semantics":
      case "maction":
        return this.#rowOf(this.#source.parts(node).slice(0, 1));
      default:
        return this.row(node);
    }
  }

  #token(name: string, node: number): string {
    const text = this.#text(node);
    switch (tokens[name]) {
      case "identifier":
        return identifierOf(text, this.#variant(node, text));
      case "operator":
        return operatorOf(text);
      case "text":
        return textOf(this.#source.text(node), name === "ms");
      case "space":
        return spaceOf({
          width: this.#source.attribute(node, "width"),
          lineBreak: this.#source.attribute(node, "linebreak"),
        });
      default:
        return symbolsOf(text);
    }
  }

  #variant(node: number, text: string): string | undefined {
    const variant = this.#source.attribute(node, "mathvariant")?.trim().toLowerCase();
    // Names are upright by themselves.
    return variant === "normal" && text.length > 1 ? undefined : variant;
  }

  #fraction(node: number): string {
    if (!isBarless(this.#source, node)) return this.#command("frac", node);
    const [above = "", below = ""] = this.#arguments(node);
    return `{${above} \\atop ${below}}`;
  }

  #command(name: string, node: number): string {
    const [first = "", second = ""] = this.#arguments(node);
    return `\\${name}{${first}}{${second}}`;
  }

  #root(node: number): string {
    const [base = "", index = ""] = this.#arguments(node);
    return index === "" ? `\\sqrt{${base}}` : `\\sqrt[${index}]{${base}}`;
  }

  #arguments(node: number): string[] {
    return this.#source.parts(node).map((part) => this.#part(part));
  }

  /** A base with what is below and above it; `places` says which argument is which. */
  #scripts(node: number, places: string): string {
    const parts = this.#source.parts(node);
    const [base = "", ...rest] = parts.map((part) => this.#part(part));
    const below = rest[places.indexOf("_")] ?? "";
    const above = rest[places.indexOf("^")] ?? "";
    if (!places.startsWith("m")) return scripted(base, below, above);
    const lower = rest[places.indexOf("_") - 1] ?? "";
    const upper = rest[places.indexOf("^") - 1] ?? "";
    const marks = parts.slice(1).map((part) => this.#text(part.node));
    return stacked(
      base,
      [lower, marks[places.indexOf("_") - 1] ?? ""],
      [upper, marks[places.indexOf("^") - 1] ?? ""],
    );
  }

  #fence(node: number): string {
    const source = this.#source;
    const open = source.attribute(node, "open") ?? "(";
    const close = source.attribute(node, "close") ?? ")";
    const separators = (source.attribute(node, "separators") ?? ",").match(/\S/gu) ?? [];
    const parts = this.#source.parts(node);
    const only = parts.length === 1 ? this.#alone(parts[0] as Part) : undefined;
    if (only?.name === "mtable") return matrixOf(this.#table(only.node), open, close);
    let tex = symbolsOf(open);
    for (const [index, part] of parts.entries()) {
      if (index > 0) tex += symbolsOf(separators[index - 1] ?? separators.at(-1) ?? "");
      tex = joined(tex, this.#part(part));
    }
    return joined(tex, symbolsOf(close));
  }

  #multiscripts(node: number): string {
    const [base, ...rest] = this.#source.parts(node);
    if (base === undefined) return "";
    const at = rest.findIndex(({ name }) => name === "mprescripts");
    const behind = at === -1 ? rest : rest.slice(0, at);
    const before = at === -1 ? [] : rest.slice(at + 1);
    const tex = this.#pairs(this.#part(base), behind);
    return before.length === 0 ? tex : joined(this.#pairs("{}", before), tex);
  }

  #pairs(base: string, parts: readonly Part[]): string {
    let tex = base;
    for (let index = 0; index < parts.length; index += 2) {
      const [below, above] = [parts[index], parts[index + 1]].map((part) =>
        part === undefined ? "" : this.#part(part),
      );
      tex = scripted(index === 0 ? tex : `${tex}{}`, below ?? "", above ?? "");
    }
    return tex;
  }

  #table(node: number): TexTable {
    const rows = this.#source.parts(node).map(({ node: row, name }) => {
      const cells = this.#source.parts(row).map((cell) => this.row(cell.node));
      // The label of a row stands first and is shown last.
      return name === "mlabeledtr" ? [...cells.slice(1), cells[0] ?? ""] : cells;
    });
    return { rows, alignment: this.#source.attribute(node, "columnalign") ?? "" };
  }

  #text(node: number): string {
    return fold(this.#source.text(node));
  }
}

const OPENING = /^[([{|\u2016\u2225\u27e8\u2308\u230a]$/;
/** An empty one closes a fence that is not drawn. */
const CLOSING = /^[)\]}|\u2016\u2225\u27e9\u2309\u230b]?$/;

function fold(text: string): string {
  return text.replace(/[ \t\n\f\r]+/g, " ").trim();
}

function isBarless(source: Presentation, fraction: number): boolean {
  return /^0(?![.\d]*[1-9])/.test(source.attribute(fraction, "linethickness")?.trim() ?? "");
}
