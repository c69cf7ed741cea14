// The public names of the package as TypeScript's compiler sees them in src/. It is given our own
// files alone, so what is installed beside them changes nothing.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { API, SymbolFlags, type Project, type Symbol } from "typescript/unstable/sync";
import { createVirtualFileSystem } from "typescript/unstable/fs";
import { root, sourceFiles } from "../../test/sources.ts";
import { leadingComment, readComment, type Comment } from "./comment.ts";
import { membersOf, type Member } from "./members.ts";
import { signatureOf, type Declaration } from "./signature.ts";

/** What a name is; an interface is a type. */
export type NameKind = "function" | "class" | "constant" | "type";

/** A name that an import path exports. */
export interface PublicName {
  readonly name: string;
  readonly kind: NameKind;
  /** One line. */
  readonly signature: string;
  readonly comment: Comment;
  /** The properties of an interface; empty for everything else. */
  readonly members: readonly Member[];
  /** Where it is declared, from the root: one name of two paths has one place. */
  readonly place: string;
}

/** An import path of the package. */
export interface ImportPath {
  /** As a host writes it: `dragline/fetcher`. */
  readonly path: string;
  /** Its index.ts, from the root. */
  readonly file: string;
  /** What its index.ts says of it. */
  readonly header: Comment;
  /** Functions, classes, constants, types; by name in each. */
  readonly names: readonly PublicName[];
}

const kinds: readonly NameKind[] = ["function", "class", "constant", "type"];
const FOLDER = "/dragline";

/** Reads every import path, in the order of the manifest. */
export function readImportPaths(): readonly ImportPath[] {
  const faces = facesOfManifest();
  const api = new API({ cwd: FOLDER, fs: createVirtualFileSystem(virtualFiles(faces)) });
  try {
    const project = api
      .updateSnapshot({ openProjects: [`${FOLDER}/tsconfig.json`] })
      .getProject(`${FOLDER}/tsconfig.json`);
    if (project === undefined) throw new Error("The compiler opened no project");
    return faces.map(({ path, file }) => {
      const header = readComment(leadingComment(readFileSync(join(root, file), "utf8")));
      return { path, file, header, names: namesOf(project, file) };
    });
  } finally {
    api.close();
  }
}

interface Face {
  readonly path: string;
  readonly file: string;
}

function facesOfManifest(): readonly Face[] {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, string | { readonly "dragline-source": string }>>;
  };
  return Object.entries(manifest.exports).flatMap(([path, target]) =>
    typeof target === "string"
      ? []
      : { path: path.replace(/^\./, "dragline"), file: target["dragline-source"].slice(2) },
  );
}

function virtualFiles(faces: readonly Face[]): Record<string, string> {
  const compilerOptions = {
    target: "es2023",
    lib: ["es2024", "esnext.disposable", "dom"],
    module: "nodenext",
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  };
  const files = faces.map(({ file }) => file);
  return {
    [`${FOLDER}/package.json`]: '{ "type": "module" }',
    [`${FOLDER}/tsconfig.json`]: JSON.stringify({ compilerOptions, files }),
    ...Object.fromEntries(sourceFiles("src").map(({ path, text }) => [`${FOLDER}/${path}`, text])),
  };
}

function namesOf(project: Project, file: string): readonly PublicName[] {
  const { checker, program } = project;
  const source = program.getSourceFile(`${FOLDER}/${file}`);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} is no module`);
  return checker
    .getExportsOfModule(module)
    .map((symbol) => nameOf(project, symbol))
    .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || byName(a.name, b.name));
}

function byName(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function nameOf(project: Project, exported: Symbol): PublicName {
  const { checker } = project;
  const isAlias = (exported.flags & SymbolFlags.Alias) !== 0;
  const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
  const declarations = symbol.declarations.flatMap((handle) => handle.resolve(project) ?? []);
  const [first] = declarations;
  if (first === undefined) throw new Error(`${exported.name} is declared nowhere`);
  const documented = declarations.map((node) => readComment(commentOf(node)));
  const inferred = (): string => {
    const type = checker.getTypeOfSymbol(symbol);
    return type === undefined ? "" : checker.typeToString(type);
  };
  const isType = exported.declarations.some((handle) =>
    isTypeOnly(handle.resolve(project) as Specifier | undefined),
  );
  const kind = isType ? "type" : kindOf(symbol.flags, inferred);
  return {
    name: exported.name,
    kind,
    signature: signatureOf(exported.name, declarations, inferred),
    comment: documented.find(({ sentence }) => sentence !== "") ?? readComment(""),
    members: (symbol.flags & SymbolFlags.Interface) === 0 ? [] : membersOf(project, symbol),
    place: `${first.getSourceFile().fileName.slice(FOLDER.length + 1)}:${symbol.name}`,
  };
}

interface Specifier {
  readonly isTypeOnly?: boolean;
  readonly parent?: { readonly parent?: { readonly isTypeOnly?: boolean } };
}

/** Whether a name is exported by `export type { A }` or `export { type A }`. */
function isTypeOnly(specifier: Specifier | undefined): boolean {
  return specifier?.isTypeOnly === true || specifier?.parent?.parent?.isTypeOnly === true;
}

/** A constant that can be called is a function to those who call it. */
function kindOf(flags: number, typeText: () => string): NameKind {
  if ((flags & SymbolFlags.Class) !== 0) return "class";
  if ((flags & SymbolFlags.Function) !== 0) return "function";
  if ((flags & SymbolFlags.Variable) === 0) return "type";
  return /^(?:<[^>]*>)?\(.*\) => /.test(typeText()) ? "function" : "constant";
}

/** A variable's comment stands before the statement that declares it. */
function commentOf(node: Declaration): string {
  const { text } = node.getSourceFile();
  const statement = node.parent?.parent;
  const owner = "declarationList" in (statement ?? {}) ? statement : node;
  const start = (owner ?? node).getFullStart();
  return (
    text
      .slice(start, (owner ?? node).getEnd())
      .match(/^\s*(?:\/\/[^\n]*\n\s*)*((?:\/\*\*[\s\S]*?\*\/\s*)+)/)?.[1] ?? ""
  );
}
