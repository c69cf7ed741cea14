import { escapeHtml } from "../escape-html.ts";
import { formatNumber, locales, type Words } from "../locale.ts";
import { slug, timeOfDay } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Teaser, Values } from "../page-template.ts";
import { sentence } from "../prose.ts";

const questions: Words = {
  en: "Battery drains after the update|Which tyres for gravel?|Sourdough does not rise|Router loses connection at night|Best soil for tomatoes?",
  de: "Akku nach Update schnell leer|Welche Reifen für Schotter?|Sauerteig geht nicht auf|Router verliert nachts die Verbindung|Welche Erde für Tomaten?",
  fr: "Batterie vide après la mise à jour|Quels pneus pour le gravier ?|Mon levain ne lève pas|Coupures du routeur la nuit",
  es: "La batería se agota tras actualizar|¿Qué neumáticos para grava?|La masa madre no sube|El router se corta por la noche",
  ja: "更新後に電池の減りが早い|砂利道に合うタイヤは?|パン種が膨らまない|夜にルーターが切れる",
};

const labels = {
  posted: {
    en: "Posted",
    de: "Geschrieben am",
    fr: "Posté le",
    es: "Publicado el",
    ja: "投稿日時",
  },
  joined: { en: "Joined", de: "Dabei seit", fr: "Inscrit le", es: "Registrado", ja: "登録日" },
  posts: { en: "Posts|Messages", de: "Beiträge", fr: "Messages", es: "Mensajes", ja: "投稿数" },
  views: { en: "Views", de: "Aufrufe|Zugriffe", fr: "Vues", es: "Visitas", ja: "閲覧数" },
  replies: { en: "Replies", de: "Antworten", fr: "Réponses", es: "Respuestas", ja: "返信数" },
  starter: {
    en: "Thread starter|Author",
    de: "Ersteller|Autor",
    fr: "Auteur",
    es: "Autor",
    ja: "投稿者",
  },
  forum: {
    en: "Forum|Category",
    de: "Forum|Kategorie",
    fr: "Catégorie",
    es: "Categoría",
    ja: "カテゴリー",
  },
  boards: {
    en: "Hardware|Off topic|Kitchen|Garden",
    de: "Technik|Plauderecke|Küche|Garten",
    fr: "Matériel|Cuisine|Jardin",
    es: "Equipos|Cocina|Jardín",
    ja: "機器|料理|園芸",
  },
  last: {
    en: "Last post",
    de: "Letzter Beitrag",
    fr: "Dernier message",
    es: "Último mensaje",
    ja: "最終投稿",
  },
  quote: { en: "Quote", de: "Zitieren", fr: "Citer", es: "Citar", ja: "引用" },
} as const satisfies Readonly<Record<string, Words>>;

const post: Values = {
  type: "object",
  properties: {
    author: { type: "string" },
    posted_at: { type: "string", format: "date-time" },
    body: { type: "string" },
  },
};
const schema: Values = {
  type: "object",
  properties: {
    title: { type: "string" },
    category: { type: "string" },
    author: { type: "string", description: "Who started the thread" },
    posted_at: { type: "string", format: "date-time" },
    body: { type: "string", description: "Text of the first post" },
    views: { type: "integer" },
    reply_count: { type: "integer" },
    replies: { type: "array", items: post },
  },
  required: ["title", "author"],
};

interface Post {
  readonly [name: string]: string;
  readonly author: string;
  readonly posted_at: string;
  readonly body: string;
}

function drawPost(page: Page, day: string): Post {
  return {
    author: page.random.chance(0.5) ? page.person() : `user_${page.random.hex(4)}`,
    posted_at: `${day}T${timeOfDay(page.random, 10, 23)}`,
    body: page.paragraph(page.random.whole(2, 5)),
  };
}

function content(page: Page) {
  const { random, language } = page;
  const month = page.day(2025, 2026).slice(0, 8);
  const first = drawPost(page, `${month}0${random.whole(1, 9)}`);
  const replies = random.times(random.whole(1, 6), (at) => drawPost(page, `${month}${11 + at}`));
  return {
    title: random.pick(questions[language].split("|")),
    category: page.maybe(0.8, () => random.pick(labels.boards[language].split("|"))),
    ...first,
    views: page.maybe(0.8, () => random.whole(40, 48_000)),
    reply_count: replies.length,
    replies,
  } satisfies Values;
}

type Content = ReturnType<typeof content>;

function draw(page: Page): Drawn {
  const values = content(page);
  const { title, author, posted_at: posted, body, replies } = values;
  const path = `/threads/${slug(title)}.${page.random.whole(1000, 99_999)}`;
  const person = (name: string): Values => ({
    "@type": "Person",
    name,
    url: page.url(`/members/${slug(name)}`),
  });
  return {
    path,
    title,
    crumbs: ["Forum", values.category ?? "Start"],
    values,
    type: "DiscussionForumPosting",
    linked: {
      "@type": "DiscussionForumPosting",
      headline: title,
      url: page.url(path),
      author: person(author),
      datePublished: posted,
      dateModified: "2026-10-02T08:00",
      articleSection: values.category,
      text: body,
      commentCount: replies.length,
      interactionStatistic: values.views && {
        "@type": "InteractionCounter",
        interactionType: "https://schema.org/ViewAction",
        userInteractionCount: values.views,
      },
      comment: replies.map((reply) => ({
        "@type": "Comment",
        author: person(reply.author),
        datePublished: reply.posted_at,
        text: reply.body,
      })),
    },
    openGraph: { "og:type": "article" },
    teasers: otherThreads(page),
    blocks: [head(page, values), postBlock(page, values), replyList(page, values)],
  };
}

function head(
  page: Page,
  { title, views, reply_count: count, category, author, posted_at: posted }: Content,
): string {
  const last = page.maybe(0.5, () =>
    page.dateTime(`2026-10-0${page.random.whole(1, 9)}T${timeOfDay(page.random)}`),
  );
  const list = page.facts([
    page.fact(labels.starter, author, page.prop("author")),
    page.fact(labels.posted, page.dateTime(posted), page.prop("datePublished", posted)),
    page.fact(labels.forum, category, page.prop("articleSection")),
    page.fact(labels.views, views === undefined ? undefined : formatNumber(views, page.locale)),
    page.fact(labels.replies, String(count), page.prop("commentCount")),
    page.fact(labels.last, last),
  ]);
  return `<h1${page.css("title")}${page.prop("headline")}>${escapeHtml(title)}</h1>${list}`;
}

/** A post beside its author, as boards show it. */
function body(page: Page, { author, posted_at: posted, body: text }: Post): string {
  const { random } = page;
  const since = page.date(page.day(2010, 2022));
  return `<div${page.css("post-author")}><a href="/members/${slug(author)}"${page.prop("author")}>${escapeHtml(author)}</a><dl${page.css("pairs")}><dt>${page.word(labels.joined)}</dt><dd>${escapeHtml(since)}</dd><dt>${page.word(labels.posts)}</dt><dd>${formatNumber(random.whole(2, 9400), page.locale)}</dd></dl></div>
<div${page.css("post-body")}><time datetime="${posted}"${page.prop("datePublished", posted)}>${escapeHtml(page.dateTime(posted))}</time><p${page.prop("text")}>${escapeHtml(text)}</p><a href="#quote">${page.word(labels.quote)}</a> <span${page.css("likes")}>👍 ${random.whole(0, 40)}</span></div>`;
}

function postBlock(page: Page, { author, posted_at, body: text }: Content): string {
  return `<article${page.css("post")} id="post-1">${body(page, { author, posted_at, body: text })}</article>`;
}

function replyList(page: Page, { replies }: Content): string {
  const posts = replies.map(
    (reply, at) =>
      `<article${page.css("post")}${page.scope("Comment", "comment")} id="post-${at + 2}">${body(page, reply)}</article>`,
  );
  return `<div${page.css("replies")}><h2>${page.word(labels.replies)}</h2>${posts.join("\n")}</div>`;
}

function otherThreads(page: Page): Teaser[] {
  return page.random.times(page.random.whole(3, 7), () => ({
    title: page.random.chance(0.5)
      ? page.random.pick(questions[page.language].split("|"))
      : sentence(page.random, page.language),
    note: `${page.person()} · ${page.date(page.day())} · ${page.random.whole(0, 90)} ${page.site.word(labels.replies)}`,
  }));
}

/** A thread of a forum with its first post and replies. */
export const forumPost: PageTemplate = {
  name: "forum-post",
  schema,
  held: false,
  countries: [locales.us, locales.de, locales.gb, locales.fr, locales.ja],
  carriers: ["json-ld", "microdata", "json-ld-graph", "next-data", "json-ld"],
  draw,
};
