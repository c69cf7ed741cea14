/** A sentence of a model without what it is not to write, and the sources that it named in it. */
export interface CleanSentence {
  readonly text: string;
  /** Ids of sources, as `S1`. */
  readonly sources: readonly string[];
  /** URLs and links that were taken out. */
  readonly links: number;
}

/** `[S1]`, `[1, 2]`, `【S1†L3】`, `［1］`, `〔S2〕`, `[^1]`, `(S1)`. */
const MARK =
  /\s*(?:[[【〔⟦]\s*\^?((?:S\s?)?\d{1,3}(?:\.\d+)?(?:\s*[,;、，&]\s*(?:S\s?)?\d{1,3}(?:\.\d+)?)*)\s*(?:†[^\]】〕⟧]*)?[\]】〕⟧]|\(\s*(S\s?\d{1,3}(?:\.\d+)?(?:\s*[,;、，&]\s*S?\s?\d{1,3}(?:\.\d+)?)*)\s*\))/giu;

const MARKDOWN_LINK = /!?\[([^\]]*)\]\(\s*[^)]*\)/gu;
const REFERENCE_LINK = /\[([^\]]+)\]\[[^\]]*\]/gu;
const URL_TEXT =
  /<?\b(?:https?:\/\/|ftp:\/\/|www\.|mailto:|javascript:|data:text)(?:\([^\s()]*\)|[^\s<>"'”’）】」()\]])*>?|\b(?:[a-z0-9-]+\.)+(?:com|org|net|io|ai|co|dev|info|example|test)\/[^\s<>"'”’)\]]*/giu;
const TAG = /<\/?[a-z][^>]*>/giu;

/** Takes links, URLs, tags and citation marks out of a sentence; marks are read. */
export function readCitationMarks(sentence: string): CleanSentence {
  // Full-width brackets and digits are plain ones in the compatibility form.
  let links = 0;
  const counted = (_: string, text = ""): string => {
    links += 1;
    return text;
  };
  const sources: string[] = [];
  const text = widened(sentence)
    .replace(MARKDOWN_LINK, counted)
    .replace(REFERENCE_LINK, counted)
    .replace(URL_TEXT, () => counted(""))
    .replace(TAG, () => counted(""))
    .replace(MARK, (_, bracketed?: string, round?: string) => {
      for (const [number] of (bracketed ?? round ?? "").matchAll(/\d+(?:\.\d+)?/g)) {
        sources.push(`S${Number.parseInt(number, 10)}`);
      }
      return "";
    })
    .replace(/\(\s*\)|\[\s*\]/g, "")
    .replace(/\s+/g, " ")
    .replace(/\s+([.,;:!?])/g, "$1")
    .trim();
  return { text, sources: [...new Set(sources)], links };
}

/** Full-width brackets, digits and the letter S as plain ones; other text stays as it is. */
function widened(text: string): string {
  return text.replace(/[［］（）Ｓｓ０-９]/gu, (sign) => sign.normalize("NFKC"));
}
