import { tokenize, untokenize, type Chance, type Token } from "./page-tokens.ts";

/** Two pages that say different things, and words that the difference must show. */
export interface MeaningEdit {
  readonly before: string;
  readonly after: string;
  /** One in what was taken out or put in. */
  readonly names: string;
}

/** Changes what a page says. */
export type MakeMeaning = (html: string, chance: Chance) => MeaningEdit;

const sentence = "Every quokka in this valley knows the way to the river and back again.";

/** A page with a paragraph that an edit can work on, where it has none of its own. */
function withBlock(html: string, block: string): string {
  const tokens = tokenize(html);
  const at = tokens.findIndex(
    ({ kind, name, isShown }) => isShown && kind === "open" && name === "p",
  );
  const body = tokens.findIndex(({ name, kind }) => name === "body" && kind === "open");
  const place = at === -1 ? body : at - 1;
  return untokenize(tokens, ({ source }, index) => (index === place ? source + block : source));
}

/** Elements of a name without elements of that name in them, by their first and last tokens. */
function elements(tokens: readonly Token[], names: RegExp): [first: number, last: number][] {
  const found: [number, number][] = [];
  let first = -1;
  for (const [index, { kind, name, isShown }] of tokens.entries()) {
    if (!names.test(name) || !isShown) continue;
    if (kind === "open") first = index;
    else if (kind === "close" && first !== -1) {
      if (tokens[first]?.name === name) found.push([first, index]);
      first = -1;
    }
  }
  return found;
}

function textOf(tokens: readonly Token[], [first, last]: readonly [number, number]): string {
  const inside = tokens.slice(first, last + 1).filter(({ kind }) => kind === "text");
  return inside.map(({ source }) => source).join(" ");
}

/** A word of letters alone in a text, long enough to be looked for. */
function wordIn(text: string): string | undefined {
  return text.split(/\s+/).find((word) => /^[a-z]{5,}$/i.test(word));
}

/** Replaces text in a paragraph that has words to spare. */
function inParagraph(
  html: string,
  chance: Chance,
  edit: (text: string) => string,
): [string, string] {
  const tokens = tokenize(html);
  const places = tokens.flatMap(({ kind, source, isShown }, index) => {
    const isInside = /^(?:p|li|td|dd|blockquote)$/.test(tokens[index - 1]?.name ?? "");
    const isText = isShown && kind === "text" && isInside && tokens[index - 1]?.kind === "open";
    return isText && source.split(/\s+/).filter((word) => /^[a-z]+$/i.test(word)).length >= 8
      ? [index]
      : [];
  });
  if (places.length === 0) {
    const padded = withBlock(html, `<p>${sentence}</p>`);
    return [padded, padded.replace(sentence, edit(sentence))];
  }
  const place = chance.pick(places);
  return [
    html,
    untokenize(tokens, ({ source }, index) => (index === place ? edit(source) : source)),
  ];
}

function replaceWord(text: string, chance: Chance, by: string): string {
  const words = [...text.matchAll(/(?<=\s)[a-z]{3,}(?=\s)/gi)];
  if (words.length === 0) return `${text} ${by} `;
  const { 0: word, index } = chance.pick(words);
  return text.slice(0, index) + by + text.slice(index + word.length);
}

function removeElement(html: string, names: RegExp, [chance, spare]: Remover): MeaningEdit {
  let page = html;
  let tokens = tokenize(page);
  const list = () => elements(tokens, names).filter((each) => wordIn(textOf(tokens, each)));
  let found = list();
  if (found.length === 0) {
    page = withBlock(html, spare);
    tokens = tokenize(page);
    found = list();
  }
  const [first, last] = chance.pick(found);
  const after = untokenize(tokens, ({ source }, at) => (at >= first && at <= last ? "" : source));
  return { before: page, after, names: wordIn(textOf(tokens, [first, last])) ?? "" };
}

type Remover = readonly [chance: Chance, spare: string];

/** Ten kinds of change that matter. */
export const meaningEdits: Readonly<Record<string, MakeMeaning>> = {
  "a word": (html, chance) => {
    const [before, after] = inParagraph(html, chance, (text) =>
      replaceWord(text, chance, "Zebrafinch"),
    );
    return { before, after, names: "Zebrafinch" };
  },
  "a number": (html, chance) => {
    const number = String(200_000 + Math.floor(chance.next() * 90_000));
    const [before, after] = inParagraph(html, chance, (text) =>
      /(?<=\s)\d+(?=[\s.,])/.test(text)
        ? text.replace(/(?<=\s)\d+(?=[\s.,])/, number)
        : replaceWord(text, chance, number),
    );
    return { before, after, names: number };
  },
  "a paragraph that was moved": (html, chance) => {
    const page = withBlock(html, `<p>${sentence}</p><p>The other paragraph tells of wombats.</p>`);
    const tokens = tokenize(page);
    const found = elements(tokens, /^p$/).filter((each) => wordIn(textOf(tokens, each)));
    const own = found.findIndex((each) => textOf(tokens, each) === sentence);
    const others = found.filter((_, index) => index > own);
    const [first, last] = chance.pick(others);
    const moved = `<p>${sentence}</p>`;
    const without = page.replace(moved, "");
    const rest = untokenize(tokens.slice(last + 1));
    const place = without.length - rest.length;
    const isThere = without.endsWith(rest) && first > 0;
    const after = isThere ? without.slice(0, place) + moved + rest : without;
    return { before: page, after, names: "quokka" };
  },
  "a row or paragraph less": (html, chance) =>
    removeElement(html, chance.happens(0.5) ? /^tr$/ : /^p$/, [
      chance,
      `<table><tr><td>numbat</td><td>bilby</td></tr><tr><td>potoroo</td><td>7</td></tr></table><p>${sentence}</p>`,
    ]),
  "a link's target": (html, chance) => {
    const linked = (target: string) => `<p>See <a href="${target}">the list of birds</a>.</p>`;
    const tokens = tokenize(html);
    const places = tokens.flatMap(({ kind, name, isShown, source }, index) => {
      const isNamed = /[a-z]{4}/i.test(tokens[index + 1]?.source ?? "");
      const isText = tokens[index + 1]?.kind === "text" && isNamed;
      const isLink =
        kind === "open" && name === "a" && /\shref="(?:https?:\/)?\/[^"]+"/.test(source);
      return isShown && isLink && isText ? [index] : [];
    });
    if (places.length === 0) {
      const before = withBlock(html, linked("/birds"));
      return {
        before,
        after: before.replace(linked("/birds"), linked("/kookaburras")),
        names: "kookaburras",
      };
    }
    const place = chance.pick(places);
    const after = untokenize(tokens, ({ source }, index) =>
      index === place ? source.replace(/\shref="[^"]+"/, ' href="/kookaburras"') : source,
    );
    return { before: html, after, names: "kookaburras" };
  },
  "1,250 that becomes 2,150": (html, chance) => {
    const mark = `QQ${chance.hex(6)}`;
    const [, marked] = inParagraph(html, chance, (text) => `${text} Stock: ${mark} units. `);
    const put = (number: string) => marked.replace(mark, number);
    return { before: put("1,250"), after: put("2,150"), names: "2,150" };
  },
  "a paragraph more": (html, chance) => {
    const tokens = tokenize(html);
    const places = elements(tokens, /^p$/).map(([, last]) => last);
    const added = `<p>${sentence}</p>`;
    if (places.length === 0)
      return { before: html, after: withBlock(html, added), names: "quokka" };
    const place = chance.pick(places);
    const after = untokenize(tokens, ({ source }, at) => (at === place ? source + added : source));
    return { before: html, after, names: "quokka" };
  },
  "a heading": (html, chance) => {
    const tokens = tokenize(html);
    const places = tokens.flatMap(({ kind, isShown, source }, index) => {
      const isHeading = /^h[1-6]$/.test(tokens[index - 1]?.name ?? "");
      const isInside = isHeading && tokens[index - 1]?.kind === "open" && /[a-z]{3}/i.test(source);
      return isShown && kind === "text" && isInside ? [index] : [];
    });
    if (places.length === 0) {
      const before = withBlock(html, "<h2>On birds</h2>");
      return { before, after: before.replace("On birds", "On wombats"), names: "wombats" };
    }
    const place = chance.pick(places);
    const after = untokenize(tokens, ({ source }, at) =>
      at === place ? `${source} wombats` : source,
    );
    return { before: html, after, names: "wombats" };
  },
  "a price": (html, chance) => {
    const mark = `QQ${chance.hex(6)}`;
    const priced = withBlock(html, `<div class="price"><span>€</span><span>${mark}</span></div>`);
    const put = (price: string) => priced.replace(mark, price);
    return { before: put("19.99"), after: put("18.99"), names: "18.99" };
  },
  "a link less": (html, chance) =>
    removeElement(html, /^a$/, [chance, '<p>See <a href="/birds">lorikeets</a>.</p>']),
};
