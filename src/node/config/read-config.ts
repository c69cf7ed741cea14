import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { nearestName } from "../../core/index.ts";
import type { Flag, Flags } from "../help/flag.ts";
import type { HelpPage } from "../help/help-page.ts";
import { readJsonFile, readTextFile } from "../input/read-json-file.ts";
import { UsageError } from "../terminal/terminal.ts";
import { sharedTables } from "./shared-tables.ts";
import { tables } from "./tables.ts";
import { variableNames } from "./variables.ts";

/** A section: values of flags by their names on the command line. */
export type Section = ReadonlyMap<string, boolean | string | readonly string[]>;

/** A file of defaults, read and checked. */
interface ReadConfig {
  readonly sections: ReadonlyMap<string, Section>;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Reads a file of defaults. No message has a value of it, which may be a secret.
 * @throws UsageError
 */
export async function readConfig(file: string): Promise<ReadConfig> {
  const config = await load(file);
  const fail = (text: string): UsageError => new UsageError(`${file}: ${text}`);
  if (!isRecord(config)) throw fail("expected an object of sections, as its default export");
  const known = [...Object.keys(sharedTables), "env", ...Object.keys(tables)];
  const sections = new Map<string, Section>();
  for (const [name, section] of Object.entries(config)) {
    if (section === undefined) continue;
    if (!known.includes(name)) throw fail(unknown("section", name, known));
    if (!isRecord(section)) throw fail(`'${name}' must be an object`);
    if (name === "env") continue;
    sections.set(name, readSection(section, { name, flags: await flagsOf(name), fail }));
  }
  return { sections, env: readVariables(config["env"], fail) };
}

async function load(file: string): Promise<unknown> {
  if (extname(file) === ".json") return readJsonFile(file);
  await readTextFile(file);
  try {
    const { default: config } = (await import(pathToFileURL(resolve(file)).href)) as {
      default?: unknown;
    };
    return config;
  } catch (cause) {
    const { message, code } = cause as NodeJS.ErrnoException;
    const hint =
      code === "ERR_MODULE_NOT_FOUND" && message.includes("'dragline'")
        ? "; install it beside the file, or export the object without defineConfig"
        : "";
    throw new UsageError(`${file} cannot be loaded: ${message.split("\n", 1)[0]}${hint}`);
  }
}

/** The flags that a section may have. */
async function flagsOf(name: string): Promise<Flags> {
  if (isKey(name, sharedTables)) return Object.assign({}, ...sharedTables[name].toReversed());
  if (!isKey(name, tables)) return {};
  const table: HelpPage & { readonly verbs?: Readonly<Record<string, HelpPage>> } =
    await tables[name]();
  const verbs = Object.values(table.verbs ?? {});
  return Object.assign({}, ...verbs.map(({ flags }) => flags), table.flags);
}

interface Scope {
  readonly name: string;
  readonly flags: Flags;
  readonly fail: (text: string) => UsageError;
}

function readSection(section: Readonly<Record<string, unknown>>, scope: Scope): Section {
  const { name, flags, fail } = scope;
  const byField = new Map(Object.keys(flags).map((flag) => [fieldOf(flag), flag]));
  const read = new Map<string, boolean | string | readonly string[]>();
  for (const [field, value] of Object.entries(section)) {
    if (value === undefined) continue;
    const flag = byField.get(field);
    const is = flag === undefined ? undefined : flags[flag];
    if (flag === undefined || is === undefined) {
      throw fail(
        unknown(
          "field",
          `${name}.${field}`,
          [...byField.keys()].map((each) => `${name}.${each}`),
        ),
      );
    }
    read.set(flag, readValue(`${name}.${field}`, value, { flag: is, fail }));
  }
  return read;
}

function readValue(
  path: string,
  value: unknown,
  { flag, fail }: { readonly flag: Flag; readonly fail: Scope["fail"] },
): boolean | string | readonly string[] {
  if (flag.type === "boolean") {
    if (typeof value === "boolean") return value;
    throw fail(`'${path}' must be true or false`);
  }
  const texts = textsOf(path, value, { isMany: "multiple" in flag, fail });
  const { choices } = flag;
  if (choices !== undefined && texts.some((text) => !choices.includes(text))) {
    throw fail(`'${path}' takes ${choices.join(", ")}`);
  }
  if (flag.value === HEADER && texts.some((text) => !/^[^:\s]+:/.test(text))) {
    throw fail(`'${path}' takes texts such as 'Name: value'`);
  }
  return "multiple" in flag ? texts : (texts[0] ?? "");
}

/** The value of a flag that takes a header line, as help shows it. */
const HEADER = "'K: V'";

function textsOf(
  path: string,
  value: unknown,
  { isMany, fail }: { readonly isMany: boolean; readonly fail: Scope["fail"] },
): readonly string[] {
  const given: readonly unknown[] = isMany && Array.isArray(value) ? value : [value];
  const words = given.filter((each) => typeof each === "string" || Number.isFinite(each));
  if (words.length < given.length) {
    throw fail(`'${path}' must be text or a number${isMany ? ", or a list of them" : ""}`);
  }
  return words.map(String);
}

function readVariables(given: unknown, fail: Scope["fail"]): Readonly<Record<string, string>> {
  if (given === undefined || !isRecord(given)) return {};
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of entries) {
    if (!variableNames.some((known) => known === name)) {
      throw fail(unknown("variable", name, variableNames));
    }
    if (typeof value !== "string") throw fail(`'env.${name}' must be text`);
  }
  return Object.fromEntries(entries) as Record<string, string>;
}

function unknown(what: string, name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return `unknown ${what} '${name}'${near === undefined ? "" : `; did you mean '${near}'?`}`;
}

/** Names in camel case are compared as they are read. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const small = nearestName(
    name,
    known.map((each) => each.toLowerCase()),
  );
  return known.find((each) => each.toLowerCase() === small);
}

/** `max-pages` as `maxPages`. */
function fieldOf(flag: string): string {
  return flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isKey<T extends object>(name: string, of: T): name is keyof T & string {
  return Object.hasOwn(of, name);
}
