import { deflateSync } from "node:zlib";

/** A page of a {@link madePdf}: its content stream, and links by address with their areas. */
export interface MadePage {
  readonly content: string;
  readonly links?: readonly { readonly url: string; readonly rect: readonly number[] }[];
}

/** A font that refers to a predefined character map and has no outlines. */
export interface NamedFont {
  readonly encoding: string;
  /** `Japan1`, `GB1`, `CNS1` or `Korea1`. */
  readonly ordering: string;
}

/**
 * A PDF; F1 is Helvetica, F2 Courier and F3 the named font.
 * @param letters what F1 tells that its letters from `a` on are
 */
export function madePdf(
  pages: readonly MadePage[],
  font?: NamedFont,
  letters?: Iterable<string>,
): Uint8Array {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 8 0 R >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>",
    `<< /Type /Font /Subtype /Type0 /BaseFont /Named /Encoding /${font?.encoding ?? "Identity-H"} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Named /CIDSystemInfo << /Registry (Adobe) /Ordering (${font?.ordering ?? "Identity"}) /Supplement 2 >> /FontDescriptor 7 0 R /DW 1000 >>`,
    "<< /Type /FontDescriptor /FontName /Named /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80 >>",
    toUnicode(letters),
  ];
  const kids = pages.map(({ content, links = [] }) => {
    const notes = links.map(({ url, rect }) => {
      objects.push(
        `<< /Type /Annot /Subtype /Link /Rect [${rect.join(" ")}] /A << /S /URI /URI (${url}) >> >>`,
      );
      return `${objects.length} 0 R`;
    });
    const packed = deflateSync(Buffer.from(content, "latin1")).toString("latin1");
    objects.push(
      `<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream`,
    );
    const contents = objects.length;
    const marks = structureOf(content, { page: objects.length + 1, objects });
    objects.push(
      `<< /Type /Page /Parent 2 0 R${marks} /MediaBox [0 0 612 792] /Contents ${contents} 0 R /Annots [${notes.join(" ")}] /Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >> >> >>`,
    );
    return `${objects.length} 0 R`;
  });
  objects[1] = `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${kids.length} >>`;
  return fileOf(objects);
}

function toUnicode(letters: Iterable<string> | undefined): string {
  if (letters === undefined) return "null";
  const pairs = Array.from(letters, (letter, index) => {
    const units = Array.from({ length: letter.length }, (_, at) => letter.charCodeAt(at));
    const code = units.map((unit) => unit.toString(16).padStart(4, "0")).join("");
    return `<${(97 + index).toString(16)}> <${code}>`;
  });
  const map = `begincmap 1 begincodespacerange <00> <FF> endcodespacerange ${pairs.length} beginbfchar\n${pairs.join("\n")}\nendbfchar endcmap`;
  return `<< /Length ${map.length} >>\nstream\n${map}\nendstream`;
}

/**
 * The structure that a content stream's numbered marks tell, in the catalog; for one page. Those after a
 * line `% Table`, in rows that begin with `% TR`, are of a table, until `% end`.
 */
function structureOf(content: string, at: { readonly page: number; objects: string[] }): string {
  const { objects } = at;
  const tags = [...content.matchAll(/\/(\w+) ?<< ?\/MCID (\d+) ?>> ?BDC|% (Table|TR|end)\n/g)];
  const marks = tags.filter(([, tag]) => tag !== undefined);
  if (marks.length === 0) return "";
  const root = objects.length + 1;
  const elements = [{ role: "Document", parent: 0, kids: [] as string[] }];
  const leaves: string[] = [];
  let [table, row] = [0, 0];
  const open = (role: string, parent: number): number => {
    elements.push({ role, parent, kids: [] });
    elements[parent]?.kids.push(`${root + elements.length} 0 R`);
    return elements.length - 1;
  };
  for (const [, tag, id = "", line] of tags) {
    if (tag !== undefined) {
      const leaf = open(tag, row);
      elements[leaf]?.kids.push(id);
      leaves.push(`${root + leaf + 1} 0 R`);
    } else if (line === "Table") [table, row] = [open("Table", 0), 0];
    else row = line === "TR" ? open("TR", table) : 0;
  }
  const page = at.page + elements.length + 1;
  objects.push(
    `<< /Type /StructTreeRoot /K ${root + 1} 0 R /ParentTree << /Nums [0 [${leaves.join(" ")}]] >> >>`,
    ...elements.map(
      ({ role, parent, kids }, index) =>
        `<< /Type /StructElem /S /${role} /P ${root + (index === 0 ? 0 : parent + 1)} 0 R /Pg ${page} 0 R /K [${kids.join(" ")}] >>`,
    ),
  );
  objects[0] = `<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot ${root} 0 R >>`;
  return " /StructParents 0";
}

function fileOf(objects: readonly string[]): Uint8Array {
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

/** Content that shows text at a place; `font` as {@link madePdf} names them. */
export function shown(
  text: string,
  at: readonly [x: number, y: number],
  { font = "F1", size = 11, spacing = 0 } = {},
): string {
  const string = /^<[\da-f]+>$/.test(text) ? text : `(${text.replaceAll(/[()\\]/g, "\\$&")})`;
  return `BT /${font} ${size} Tf ${spacing} Tc ${at[0]} ${at[1]} Td ${string} Tj ET\n`;
}
