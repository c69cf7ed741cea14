import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

/** Markdown as HTML, by micromark with GFM: the reader that fidelity is judged by. */
export function render(markdown: string): string {
  return micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousProtocol: true,
  });
}
