import { escapeHtml } from "./escape-html.ts";
import type { ReadDocument } from "./read-document.ts";

/** Plain text as a preformatted block, with its language when it is code. */
export function readText(text: string, language?: string): ReadDocument {
  const code = escapeHtml(text);
  return {
    html:
      language === undefined
        ? `<pre>\n${code}</pre>`
        : `<pre><code class="language-${language}">${code}</code></pre>`,
  };
}
