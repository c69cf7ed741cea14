// Say how elements become markdown: by an option, or by a handler of your own.
import { toMarkdown, type ElementContext } from "dragline/markdown";

const html = `<p>Water: H<sub>2</sub>O, <mark>4.1 m</mark> <x-depth value="7.5">deep</x-depth>.</p>`;

console.log(toMarkdown(html));
console.log(toMarkdown(html, { inlineHtml: true }));

// #region handlers
const mark = {
  enter({ out }: ElementContext) {
    out.text("==");
    return true; // the element's content follows
  },
  exit({ out }: ElementContext) {
    out.text("==");
  },
};
const depth = {
  enter({ out, attribute }: ElementContext) {
    out.text(`${attribute("value")} m`);
    return false; // without the element's content
  },
};
console.log(toMarkdown(html, { handlers: { mark, "x-depth": depth } }));
// #endregion
