import { evaluate, textOf, valueFault } from "../run/render.ts";
import type { Scope } from "../run/scope.ts";
import { parseTemplate, soleExpression, type Expression } from "../run/template.ts";
import { executionFault } from "../run/run-fault.ts";

/** One whole label of a host. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The URL of a request. In its path a value is encoded as one segment, a list as one an item; in its
 * query and fragment as a part of them. Which hosts are allowed is asked later, of the whole URL.
 * @throws RunFault
 */
export function buildUrl(text: string, scope: Scope): URL {
  const template = parseTemplate(text);
  const sole = soleExpression(template);
  const written = sole === undefined ? new UrlWriter(scope).write(template) : whole(sole, scope);
  const url = URL.parse(written);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === "") {
    return url;
  }
  const message = `${JSON.stringify(written.slice(0, 200))} is not an http or https URL.`;
  throw sole === undefined ? executionFault(message) : valueFault(sole, message);
}

function whole(expression: Expression, scope: Scope): string {
  const value = evaluate(expression, scope);
  if (typeof value === "string") return value;
  throw valueFault(expression, `${expression.source} is not a valid URL.`);
}

class UrlWriter {
  readonly #scope: Scope;
  #written = "";
  #place: "start" | "host" | "path" | "query" = "start";

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  write(parts: readonly (string | Expression)[]): string {
    for (const part of parts) {
      if (typeof part === "string") this.#literal(part);
      else this.#written += this.#encoded(part, evaluate(part, this.#scope));
    }
    return this.#written;
  }

  #literal(text: string): void {
    let rest = text;
    if (this.#place === "start") {
      const scheme = /^https?:\/\//i.exec(text)?.[0] ?? "";
      this.#written += scheme;
      rest = text.slice(scheme.length);
      this.#place = "host";
    }
    if (this.#place === "host" && /[/?#\\]/.test(rest)) this.#place = "path";
    if (this.#place === "path" && /[?#]/.test(rest)) this.#place = "query";
    this.#written += rest;
  }

  #encoded(expression: Expression, value: unknown): string {
    switch (this.#place) {
      case "start":
        this.#place = "path";
        return site(expression, value);
      case "host":
        return hostPart(expression, value, this.#written);
      case "path":
        return (Array.isArray(value) ? value : [value])
          .map((item: unknown) => segment(expression, item))
          .join("/");
      default:
        return encodeURIComponent(textOf(expression, value).toWellFormed());
    }
  }
}

function site(expression: Expression, value: unknown): string {
  const url = typeof value === "string" ? URL.parse(value) : null;
  if (url === null || url.search + url.hash !== "") {
    throw valueFault(expression, `${expression.source} is not the address of a site.`);
  }
  return url.href.replace(/\/+$/, "");
}

function hostPart(expression: Expression, value: unknown, before: string): string {
  const text = textOf(expression, value);
  const pattern = before.endsWith("//") ? HOST : LABEL;
  if (pattern.test(text)) return text;
  throw valueFault(expression, `${shown(expression)} cannot be ${JSON.stringify(text)} in a host.`);
}

function segment(expression: Expression, value: unknown): string {
  const text = textOf(expression, value).toWellFormed();
  if (text !== "" && text !== "." && text !== "..") return encodeURIComponent(text);
  throw valueFault(
    expression,
    `${shown(expression)} cannot be ${JSON.stringify(text)} in the path of a URL.`,
  );
}

/** What a person knows a value by. */
function shown({ root, path, source }: Expression): string {
  return root === "params" ? `Parameter '${String(path[0])}'` : source;
}
