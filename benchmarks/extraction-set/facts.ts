import { escapeHtml } from "./escape-html.ts";
import type { Site } from "./site.ts";

/** A value and the word that tells what it is. */
export interface Fact {
  readonly label: string;
  /** HTML. */
  readonly value: string;
  /** Attributes of the element around the value, each with a space before it. */
  readonly marks?: string;
}

/** Labels and values as the site shows them, below one another. */
export function factList(site: Site, facts: readonly Fact[]): string {
  const [open, close, row] = looks[site.labelStyle](site);
  const rows = site.arrange("facts", byLabel(facts)).map(row);
  return site.wrap(`${open}\n${rows.join("\n")}\n${close}`);
}

/** A value that is absent leaves the order of the others as it is. */
function byLabel(facts: readonly Fact[]): readonly Fact[] {
  return facts.filter(({ value }) => value !== "");
}

type Look = (site: Site) => readonly [open: string, close: string, row: (fact: Fact) => string];

const icon = `<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm0 3v5l3 2"/></svg>`;

const looks: Readonly<Record<Site["labelStyle"], Look>> = {
  definitions: (site) => [
    `<dl${site.css("facts")}>`,
    "</dl>",
    ({ label, value, marks = "" }) => `<dt>${escapeHtml(label)}</dt><dd${marks}>${value}</dd>`,
  ],
  "grouped-definitions": (site) => [
    `<dl${site.css("facts")}>`,
    "</dl>",
    ({ label, value, marks = "" }) =>
      `<div${site.css("fact")}><dt${site.css("fact-label")}>${escapeHtml(label)}</dt><dd${site.css("fact-value")}><span${marks}>${value}</span></dd></div>`,
  ],
  "row-headers": (site) => [
    `<table${site.css("facts-table")}><tbody>`,
    "</tbody></table>",
    ({ label, value, marks = "" }) =>
      `<tr><th scope="row">${escapeHtml(label)}</th><td${marks}>${value}</td></tr>`,
  ],
  "plain-cells": (site) => [
    `<table${site.css("facts-table")}>`,
    "</table>",
    ({ label, value, marks = "" }) =>
      `<tr><td${site.css("fact-label")}>${escapeHtml(label)}:</td><td${marks}>${value}</td></tr>`,
  ],
  spans: (site) => [
    `<ul${site.css("facts")}>`,
    "</ul>",
    ({ label, value, marks = "" }) =>
      `<li${site.css("fact")}><span${site.css("fact-label")}>${escapeHtml(label)}:</span> <span${site.css("fact-value")}${marks}>${value}</span></li>`,
  ],
  strong: (site) => [
    `<div${site.css("facts")}>`,
    "</div>",
    ({ label, value, marks = "" }) =>
      `<p><strong>${escapeHtml(label)}:</strong> ${marked(value, marks)}</p>`,
  ],
  grid: (site) => [
    `<div${site.css("facts-grid")}>`,
    "</div>",
    ({ label, value, marks = "" }) =>
      `<div${site.css("fact")}><div${site.css("fact-label")}>${escapeHtml(label)}</div><div${site.css("fact-value")}${marks}>${value}</div></div>`,
  ],
  lines: (site) => [
    `<p${site.css("facts")}>`,
    "</p>",
    ({ label, value, marks = "" }) => `${escapeHtml(label)}: ${marked(value, marks)}<br>`,
  ],
  headings: (site) => [
    `<section${site.css("facts")}>`,
    "</section>",
    ({ label, value, marks = "" }) =>
      `<h3${site.css("fact-label")}>${escapeHtml(label)}</h3><div${marks}>${value}</div>`,
  ],
  icons: (site) => [
    `<ul${site.css("facts")}>`,
    "</ul>",
    ({ label, value, marks = "" }) =>
      `<li${site.css("fact")}><span role="img" aria-label="${escapeHtml(label)}" title="${escapeHtml(label)}">${icon}</span><span${site.css("fact-value")}${marks}>${value}</span></li>`,
  ],
};

function marked(value: string, marks: string): string {
  return marks === "" ? value : `<span${marks}>${value}</span>`;
}
