import { escapeHtml } from "../escape-html.ts";
import { formatNumber, locales, type Words } from "../locale.ts";
import { slug } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Values } from "../page-template.ts";
import { sentence } from "../prose.ts";

const labels = {
  boards: {
    en: "Workshop|Travel|Gardening|Home Network|Photography",
    de: "Werkstatt|Reisen|Garten|Heimnetz|Fotografie",
    fr: "Atelier|Voyages|Jardin|Réseau|Photographie",
    es: "Taller|Viajes|Jardín|Redes|Fotografía",
    ja: "工房|旅行|園芸|家庭内網|写真",
  },
  by: { en: "by", de: "von", fr: "par", es: "por", ja: "投稿者" },
  topic: { en: "Topic", de: "Thema", fr: "Sujet", es: "Tema", ja: "話題" },
  replies: { en: "replies", de: "Antworten", fr: "réponses", es: "respuestas", ja: "件の返信" },
  views: { en: "views", de: "Aufrufe", fr: "vues", es: "visitas", ja: "回閲覧" },
  locked: { en: "locked", de: "geschlossen", fr: "verrouillé", es: "cerrado", ja: "終了" },
  pinned: { en: "Pinned", de: "Angepinnt", fr: "Épinglé", es: "Fijado", ja: "固定" },
  sponsored: {
    en: "Sponsored",
    de: "Gesponsert",
    fr: "Sponsorisé",
    es: "Patrocinado",
    ja: "広告",
  },
  new: {
    en: "New topic",
    de: "Neues Thema",
    fr: "Nouveau sujet",
    es: "Nuevo tema",
    ja: "新しい話題",
  },
  rules: {
    en: "Board rules",
    de: "Regeln",
    fr: "Règlement",
    es: "Normas",
    ja: "規約",
  },
} as const satisfies Readonly<Record<string, Words>>;

const schema: Values = {
  type: "object",
  properties: {
    board: { type: "string", description: "Name of the board" },
    threads: {
      type: "array",
      description: "The topics of the page without advertisements",
      items: {
        type: "object",
        properties: {
          title: { type: "string" },
          url: { type: "string", format: "uri" },
          author: { type: "string" },
          date: { type: "string", format: "date" },
          replies: { type: "integer" },
          views: { type: "integer" },
        },
        required: ["title", "url"],
      },
    },
  },
  required: ["threads"],
};

interface Thread {
  readonly [name: string]: string | number | undefined;
  readonly title: string;
  readonly url: string;
  readonly author: string;
  readonly date: string;
  readonly replies: number | undefined;
  readonly views: number;
}

function thread(page: Page): Thread {
  const { random, language } = page;
  const title = sentence(random, language).replace(/[.。]$/, "");
  const isAnswered = random.chance(0.8);
  const replies = random.whole(1, 940);
  return {
    title,
    url: page.url(`/t/${slug(title).slice(0, 40)}-${random.whole(1000, 99_999)}`),
    author: page.person(),
    date: page.day(2023, 2026),
    replies: isAnswered ? replies : undefined,
    views: random.whole(1000, 48_000),
  };
}

function content(page: Page) {
  const { random, language } = page;
  return {
    board: random.pick(labels.boards[language].split("|")),
    threads: random.times(random.whole(6, 20), () => thread(page)),
  } satisfies Values;
}

type Content = ReturnType<typeof content>;

function draw(page: Page): Drawn {
  const values = content(page);
  const { board, threads } = values;
  return {
    path: `/boards/${slug(board)}-${page.random.whole(1, 99)}`,
    title: board,
    crumbs: [board],
    values,
    type: "CollectionPage",
    linked: {
      "@type": "CollectionPage",
      name: board,
      mainEntity: {
        "@type": "ItemList",
        itemListElement: threads.map((each, at) => ({
          "@type": "ListItem",
          position: at + 1,
          item: {
            "@type": "DiscussionForumPosting",
            headline: each.title,
            url: each.url,
            author: { "@type": "Person", name: each.author },
            datePublished: each.date,
            commentCount: each.replies,
          },
        })),
      },
    },
    teasers: [],
    blocks: [head(page, values), list(page, values), rules(page)],
  };
}

function head(page: Page, { board }: Content): string {
  return `<h1${page.css("title")}>${escapeHtml(board)}</h1><a href="/new"${page.css("button")}>${page.word(labels.new)}</a>`;
}

/** Items of two rows: of a table, with a cell over both, of terms, of boxes; and cards. */
function list(page: Page, { threads }: Content): string {
  const looks = { pairs, tall, terms, lines, cards };
  const look = page.site.alternate("threads", Object.keys(looks) as (keyof typeof looks)[]);
  return looks[look](page, threads);
}

function pairs(page: Page, threads: readonly Thread[]): string {
  const rows = threads.map(
    (each, at) =>
      `<tr${page.css("thread")} id="t_${page.random.hex(6)}"><td align="right"><span${page.css("rank")}>${at + 1}.</span></td><td>${title(page, each)}</td></tr>
<tr><td></td><td${page.css("thread-meta")}>${meta(page, each)}</td></tr><tr${page.css("spacer")} style="height:5px"></tr>`,
  );
  return `<table${page.css("threads")} border="0"><tbody>${rows.join("\n")}</tbody></table>`;
}

function tall(page: Page, threads: readonly Thread[]): string {
  const rows = threads.map(
    (each, at) =>
      `${at === 3 ? `<tr${page.css("promo")}><td colspan="4"><small>${page.word(labels.sponsored)}</small> <a href="https://ads.example/${page.random.hex(5)}">${escapeHtml(page.paragraph(1))}</a></td></tr>` : ""}<tr${page.css("thread")}><td rowspan="2"><img src="/static/topic.png" alt=""></td><td>${title(page, each)}</td><td rowspan="2"${page.css("thread-replies")}>${each.replies ?? "–"}</td><td rowspan="2"${page.css("thread-views")}>${formatNumber(each.views, page.locale)}</td></tr>
<tr${page.css("thread-second")}><td>${who(page, each)}</td></tr>`,
  );
  const heads = `<th></th><th>${page.word(labels.topic)}</th><th>${capital(page.word(labels.replies))}</th><th>${capital(page.word(labels.views))}</th>`;
  return `<table${page.css("threads")}><thead><tr>${heads}</tr></thead><tbody>${rows.join("\n")}</tbody></table>`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function terms(page: Page, threads: readonly Thread[]): string {
  const items = threads.map((each) => `<dt>${title(page, each)}</dt><dd>${meta(page, each)}</dd>`);
  return `<dl${page.css("threads")}>${items.join("\n")}</dl>`;
}

function lines(page: Page, threads: readonly Thread[]): string {
  const items = threads.map(
    (each) =>
      `<div${page.css("thread-line")}>${title(page, each)}</div>\n<div${page.css("thread-meta")}>${meta(page, each)}</div>`,
  );
  return `<div${page.css("threads")}>${items.join("\n")}</div>`;
}

function cards(page: Page, threads: readonly Thread[]): string {
  const items = threads.map((each, at) => {
    const pin = at === 0 ? `<span${page.css("badge")}>${page.word(labels.pinned)}</span> ` : "";
    return `<li${page.css("thread")}><div>${pin}${title(page, each)}</div><div${page.css("thread-meta")}>${meta(page, each)}</div></li>`;
  });
  return `<ul${page.css("threads")}>${items.join("\n")}</ul>`;
}

function title(page: Page, { title: text, url }: Thread): string {
  const isShort = page.site.choose("relative links", [true, false]);
  const href = isShort ? url.slice(page.site.host.length) : url;
  return `<a href="${href}"${page.css("thread-title")}>${escapeHtml(text)}</a>`;
}

function who(page: Page, { author, date }: Thread): string {
  return `${page.word(labels.by)} <a href="/u/${page.random.hex(5)}"${page.css("thread-author")}>${escapeHtml(author)}</a> · <time${page.css("thread-date")}>${escapeHtml(page.date(date))}</time>`;
}

function meta(page: Page, each: Thread): string {
  const { locale } = page;
  const replies =
    each.replies === undefined
      ? page.word(labels.locked)
      : `${each.replies} ${page.word(labels.replies)}`;
  const counts = [
    `<span${page.css("thread-replies")}>${replies}</span>`,
    `<span${page.css("thread-views")}>${formatNumber(each.views, locale)} ${page.word(labels.views)}</span>`,
  ];
  return [who(page, each), ...page.site.arrange("counts", counts)].join(" · ");
}

function rules(page: Page): string {
  return `<div${page.css("notice")}><strong>${page.word(labels.rules)}:</strong> ${escapeHtml(page.paragraph(2))}</div>`;
}

/** What is discussed on a board. */
export const threadList: PageTemplate = {
  name: "thread-list",
  schema,
  held: false,
  countries: [locales.us, locales.gb, locales.de, locales.fr, locales.es],
  carriers: ["next-data", "json-ld", "next-data", "json-ld-graph", "json-ld"],
  draw,
};
