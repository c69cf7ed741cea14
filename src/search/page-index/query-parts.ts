/** Where pages have to be, or may not be. */
export interface QuerySite {
  /** Host or a domain above it, in small letters. */
  readonly host: string;
  /** What paths have to begin with; empty for all. */
  readonly path: string;
}

/** Words that stand in a row. */
export interface QueryPhrase {
  readonly text: string;
  /** Whether they have to stand in the title. */
  readonly inTitle: boolean;
}

/** A query, taken apart. */
interface QueryParts {
  /** The words that are searched for, those of phrases too. */
  readonly text: string;
  /** Of each list a page has to have one. */
  readonly needed: readonly (readonly QueryPhrase[])[];
  /** No page may have one. */
  readonly excluded: readonly QueryPhrase[];
  /** Words of which one will do. */
  readonly either: readonly (readonly string[])[];
  /** Any of them. */
  readonly sites: readonly QuerySite[];
  /** None of them. */
  readonly otherSites: readonly QuerySite[];
  /** Operators that were left out since they mean nothing here. */
  readonly strange: readonly string[];
}

const QUOTED = String.raw`(?:"[^"]+"|“[^“”]+”|„[^„“”]+[“”]|«[^«»]+»|「[^「」]+」)`;
const BEGIN = String.raw`(?<=^|[\s(])`;
const UNIT = String.raw`(?:${QUOTED}|[^\s"“„«「()|]+)`;

const SITE = new RegExp(`${BEGIN}(-?)site:(?:https?://)?([^\\s/")]+)(/[^\\s")]*)?`, "giu");
const TITLE = new RegExp(`${BEGIN}(-?)intitle:(${UNIT})`, "giu");
const OPERATOR = new RegExp(`${BEGIN}-?([a-z]{2,12}):(?:${UNIT})`, "giu");
const AROUND = /(?<=^|\s)(?:AROUND|NEAR)(?:\(\d+\)|\/\d+)(?=\s|$)|(?<=\p{L})\*(?=\s|$)/gu;
const WITHOUT = new RegExp(
  `(?:${BEGIN}-|(?<=\\S )NOT )(?=["“„«「]|[\\p{L}\\p{N}]*\\p{L}[\\p{L}\\p{N}])(${UNIT})`,
  "gu",
);
const WITH = new RegExp(`${BEGIN}\\+(?=["“„«「]|\\p{L})(${UNIT})`, "gu");
const EITHER = new RegExp(`${BEGIN}${UNIT}(?: (?:OR|\\|) ${UNIT})+`, "gu");
const PHRASE = new RegExp(QUOTED, "gu");
const QUOTED_ALONE = new RegExp(`^${QUOTED}$`, "u");

/** Operators of search engines that mean nothing here. */
const strangeNames = new Set(
  `allinanchor allintext allintitle allinurl after author before cache contains daterange define ext
  feed filetype format hasfeed inanchor inbody info intext inurl ip lang language link loc location
  mime near numrange prefer related source`.split(/\s+/),
);

/** Takes a query apart: words, phrases in quotation marks, and what operators say of them. */
export function queryPartsOf(query: string): QueryParts {
  const reader = new PartsReader();
  const text = query
    .replaceAll(/\s+/gu, " ")
    .replaceAll(SITE, (...[, minus, host, path]: string[]) => reader.site(minus, host, path))
    .replaceAll(TITLE, (_, minus: string, unit: string) => reader.title(minus, unit))
    .replaceAll(OPERATOR, (whole, name: string) => reader.operator(whole, name))
    .replaceAll(AROUND, (operator) => reader.leaveOut(operator))
    .replaceAll(WITHOUT, (_, unit: string) => reader.exclude(unit))
    .replaceAll(WITH, (_, unit: string) => reader.need(unit))
    .replaceAll(EITHER, (whole) => reader.either(whole))
    .replaceAll(PHRASE, (whole) => reader.need(whole))
    .replaceAll(/(?<=\S )(?:AND|OR)(?= \S)/gu, " ");
  return { text, ...reader.parts };
}

/** Keeps what operators say, and gives what is searched for in their place. */
class PartsReader {
  readonly parts = {
    needed: [] as QueryPhrase[][],
    excluded: [] as QueryPhrase[],
    either: [] as string[][],
    sites: [] as QuerySite[],
    otherSites: [] as QuerySite[],
    strange: [] as string[],
  };

  site(minus: string | undefined, host = "", path = ""): string {
    const sites = minus === "-" ? this.parts.otherSites : this.parts.sites;
    sites.push({ host: hostOf(host), path });
    return " ";
  }

  title(minus: string, unit: string): string {
    const phrase = { text: unquoted(unit), inTitle: true };
    if (minus === "-") {
      this.parts.excluded.push(phrase);
      return " ";
    }
    this.parts.needed.push([phrase]);
    return ` ${phrase.text} `;
  }

  operator(whole: string, name: string): string {
    return strangeNames.has(name.toLowerCase()) ? this.leaveOut(whole) : whole;
  }

  leaveOut(operator: string): string {
    this.parts.strange.push(operator);
    return " ";
  }

  exclude(unit: string): string {
    this.parts.excluded.push({ text: unquoted(unit), inTitle: false });
    return " ";
  }

  need(unit: string): string {
    this.parts.needed.push([{ text: unquoted(unit), inTitle: false }]);
    return ` ${unquoted(unit)} `;
  }

  /** Phrases of which one has to be there, or words of which one will do. */
  either(whole: string): string {
    const units = whole.split(/ (?:OR|\|) /u);
    const words = units.map(unquoted);
    const arePhrases = units.some((unit, index) => unit !== words[index]);
    if (arePhrases) this.parts.needed.push(words.map((text) => ({ text, inTitle: false })));
    else this.parts.either.push(words);
    return words.join(" ");
  }
}

function unquoted(unit: string): string {
  return QUOTED_ALONE.test(unit) ? unit.slice(1, -1) : unit;
}

function hostOf(text: string): string {
  const host = text.toLowerCase().replace(/^[.*]+|\.+$/g, "");
  return URL.parse(`http://${host}`)?.host ?? host;
}
