import type { Parameter } from "../format/parameter-schema.ts";

/** A text in the form in which runs see it, or what it should have been. */
type FormatReading = { readonly value: string } | { readonly expected: string };

type Format = NonNullable<Parameter["format"]>;

const formats: Readonly<Record<Format, (text: string) => FormatReading>> = {
  site: readSite,
  host: readHost,
  url: readUrl,
  date: (text) => ifRight(text, isDay(text), "a date such as 2026-01-31"),
  date_time: (text) =>
    ifRight(text, isDateTime(text), "a date and time with its zone, such as 2026-01-31T09:30:00Z"),
  email: (text) =>
    ifRight(text, /^[^\s@<>()",;:]{1,64}@[^\s@<>()",;:]{1,250}$/.test(text), "an e-mail address"),
  language: (text) =>
    ifRight(
      text,
      /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}$/.test(text),
      "a language such as en or pt-BR",
    ),
  country: (text) =>
    ifRight(text, /^[A-Za-z]{2}$/.test(text), "a two-letter country code such as DE"),
};

/** Reads a text by its format. */
export function readFormat(format: Format, text: string): FormatReading {
  return formats[format](text);
}

function ifRight(value: string, isRight: boolean, expected: string): FormatReading {
  return isRight ? { value } : { expected };
}

const SITE = "the address of a site such as blog.example.org or https://example.org/blog";

function readSite(text: string): FormatReading {
  const trimmed = text.trim();
  const url = webUrl(trimmed.includes("://") ? trimmed : `https://${trimmed}`);
  if (url === undefined || url.search !== "" || url.hash !== "") return { expected: SITE };
  return { value: `${url.origin}${url.pathname.replace(/\/+$/, "")}` };
}

function readHost(text: string): FormatReading {
  const trimmed = text.trim();
  const url = /[/?#@\\\s]/.test(trimmed) ? undefined : webUrl(`https://${trimmed}`);
  return url === undefined ? { expected: "a host such as example.org" } : { value: url.host };
}

function readUrl(text: string): FormatReading {
  const url = webUrl(text.trim());
  return url === undefined
    ? { expected: "a URL such as https://example.org/page" }
    : { value: url.href };
}

function webUrl(text: string): URL | undefined {
  // URL.parse drops tabs and line breaks; such an address is none.
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const url = /[\u0000-\u0020\u007f\\]/.test(text) ? null : URL.parse(text);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.hostname !== "";
  return isWeb && url.username === "" && url.password === "" ? url : undefined;
}

function isDay(text: string): boolean {
  const match = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const time = match ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function isDateTime(text: string): boolean {
  const pattern =
    /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/i;
  const [, day = ""] = pattern.exec(text) ?? [];
  return isDay(day) && !Number.isNaN(Date.parse(text));
}
