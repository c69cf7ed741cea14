import { codeLanguage } from "./code-language.ts";
import { codeText } from "./code-text.ts";
import type { ElementHandler } from "./element-handler.ts";

/** `code`, `kbd`, `samp` and `tt`. */
export const code: ElementHandler = Object.freeze({
  enter({ out }) {
    out.openCode();
    return true;
  },
  exit({ out }) {
    out.closeCode();
  },
} satisfies ElementHandler);

/** `pre`: a fenced block of its text. */
export const codeBlock: ElementHandler = Object.freeze({
  enter({ out, view, node }) {
    out.codeBlock(codeText(view, node), codeLanguage(view.tree, node));
    return false;
  },
} satisfies ElementHandler);
