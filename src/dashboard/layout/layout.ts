import { assetPath } from "../assets.ts";
import { markup, type Fill, type Markup } from "../markup.ts";
import type { View } from "../page.ts";
import type { SignedIn } from "../sign-in/sessions.ts";
import type { Visitor } from "../visitor.ts";
import { besideItsField } from "./field-trouble.ts";
import { linkOf, navigationOf } from "./navigation.ts";

/** Whom a page is for. */
interface Frame {
  readonly visitor: Pick<Visitor, "base" | "path">;
  readonly signedIn: SignedIn;
  /** What was done on the page before; empty for nothing. */
  readonly said: string;
  /** The name of the account that the owner looks at; empty for everybody else. */
  readonly lookedAt: string;
}

/** A page in its frame: navigation, title, what was done before. */
export function wholePage(view: View, frame: Frame): string {
  const { title, body, beside } = view;
  const { visitor, signedIn, lookedAt } = frame;
  const said = view.said ?? frame.said;
  const { base } = visitor;
  const content = markup`<body data-base="${base}" data-csrf="${signedIn.csrf}">
<a class="skip" href="#main">Skip to the page</a>
<header class="top">
<a class="brand" href="${base}/">Dragline</a>
<details class="menu"><summary>Menu</summary>${linksOf(frame, "Menu")}</details>
${lookedAt !== "" && markup`<a class="account" href="${base}/accounts">Account: ${lookedAt}</a>`}
<form method="post" action="${base}/sign-out">${csrfField(signedIn)}<button class="plain">Sign out</button></form>
</header>
<div class="columns">
<div class="side">${linksOf(frame, "Pages")}</div>
<main id="main">
<div class="head"><h1>${title}</h1>${beside !== undefined && markup`<div class="beside">${beside}</div>`}</div>
<div role="status">${said !== "" && markup`<p class="notice good">${said}</p>`}<span class="unseen" data-live-said></span></div>
${besideItsField(markup`${body}`)}
${view.status === 404 && markup`<p><a href="${base}/">To the overview</a></p>`}
</main>
</div>
</body>`;
  return documentOf(base, title, content);
}

/** The hidden field that every form needs. */
export function csrfField({ csrf }: Pick<SignedIn, "csrf">): Markup {
  return markup`<input type="hidden" name="csrf" value="${csrf}">`;
}

/** A page for one who is not signed in. */
export function doorPage(base: string, title: string, body: Fill): string {
  return documentOf(base, title, markup`<body data-base="${base}">${body}</body>`);
}

function linksOf({ visitor, signedIn }: Frame, label: string): Markup {
  const { base, path } = visitor;
  const here = linkOf(path);
  const groups = navigationOf(signedIn).map(([name, links]) => {
    const items = links.map(
      (link) =>
        markup`<li><a href="${base}${link.path}"${link.path === here && markup` aria-current="page"`}>${link.name}</a></li>`,
    );
    return markup`<li><span>${name}</span><ul>${items}</ul></li>`;
  });
  return markup`<nav aria-label="${label}"><ul class="groups">${groups}</ul></nav>`;
}

function documentOf(base: string, title: string, body: Markup): string {
  const { html } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Dragline</title>
<link rel="icon" type="image/svg+xml" href="${base}${assetPath("dashboard.svg")}">
<link rel="stylesheet" href="${base}${assetPath("dashboard.css")}">
<script src="${base}${assetPath("dashboard.js")}" defer></script>
</head>
${body}
</html>
`;
  return html;
}
