/** Public identifiers of old HTML that always mean quirks mode (WHATWG HTML 13.2.6.4.1). */
const OLD_PUBLIC =
  /public\s*["'](?:-\/\/(?:ietf|w3o|w3c|netscape|microsoft|sun|spyglass|softquad|sq|webtechs|o'reilly|as|advasoft|metrius)\/\/dtd\s+(?:html\s+(?:2|3)|html\s*\/\/|html\s+(?:strict|level|experimental|i18n)|w3 html|html 4\.0 (?:frameset|transitional)\/\/|internet explorer|netscape|hotjava|microsoft|extended|html&plus|html experimental)|html["'])/i;

/** Identifiers that mean quirks mode when no system identifier follows. */
const OLD_WITHOUT_SYSTEM =
  /public\s*["']-\/\/w3c\/\/dtd html 4\.01 (?:frameset|transitional)\/\/[^"']*["']\s*$/i;

/** Whether the inside of a document type declaration asks for quirks mode. */
export function isQuirky(doctype: string): boolean {
  if (!/^\s*html(?:\s|$)/i.test(doctype)) return true;
  return OLD_PUBLIC.test(doctype) || OLD_WITHOUT_SYSTEM.test(doctype);
}
