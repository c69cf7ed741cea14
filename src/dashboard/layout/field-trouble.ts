import { trusted, type Markup } from "../markup.ts";

/** What was refused of a field, as `troubleText` writes it. */
const NOTICE = /<p class="notice bad" role="alert" data-field="([^"]+)">\1: ([\s\S]*?)<\/p>/;
const FORM = /<form\b[^>]*\bmethod="post"[^>]*>[\s\S]*?<\/form>/g;
const CONTROL = /<(?:input|select|textarea)\b[^>]*>/g;

/**
 * The page with what was refused of a field beside this field, which has the focus, says that it is
 * wrong and why, and lies in no closed part. Where no form of the page has a field of this name, the
 * message stays where it is. A field has the name of the API's, or says it as `data-field`.
 */
export function besideItsField({ html }: Markup): Markup {
  const [notice, path = "", text = ""] = NOTICE.exec(html) ?? [];
  if (notice === undefined) return trusted(html);
  const page = html.replace(notice, () => "");
  const control = controlOf(page, path);
  if (control === undefined) return trusted(html);
  const end = control.at + control.tag.length;
  const behind = end + endOfField(page.slice(end), control.tag);
  const said = `<p class="wrong" id="wrong" role="alert">${text}</p>`;
  return trusted(
    `${withOpenDetails(page.slice(0, control.at))}${marked(control.tag)}${page.slice(end, behind)}${said}${page.slice(behind)}`,
  );
}

/** A control of a form, and where it begins. */
interface Control {
  readonly tag: string;
  readonly at: number;
}

function controlOf(html: string, path: string): Control | undefined {
  const controls = [...html.matchAll(FORM)].flatMap((form) =>
    [...form[0].matchAll(CONTROL)].map((found) => ({
      tag: found[0],
      at: form.index + found.index,
    })),
  );
  const seen = controls.filter(({ tag }) => !tag.includes('type="hidden"'));
  const named = (name: string): Control | undefined =>
    seen.find(
      ({ tag }) => tag.includes(` name="${name}"`) || tag.includes(` data-field="${name}"`),
    );
  return named(path) ?? named(path.replace(/[.[].*$/, ""));
}

function marked(tag: string): string {
  const [described, help] = / aria-describedby="([^"]*)"/.exec(tag) ?? [];
  const bare = described === undefined ? tag : tag.replace(described, "");
  const ids = help === undefined ? "wrong" : `wrong ${help}`;
  return bare.replace(/>$/, ` aria-invalid="true" aria-describedby="${ids}" autofocus>`);
}

/** Where a control ends, with the label around it: what is said behind is no part of its name. */
function endOfField(rest: string, tag: string): number {
  const [, name = ""] = /^<(\w+)/.exec(tag) ?? [];
  const close = `</${name}>`;
  const own = name === "input" ? 0 : rest.indexOf(close) + close.length;
  const label = /<\/?label\b[^>]*>/.exec(rest.slice(own));
  return label?.[0] === "</label>" ? own + label.index + label[0].length : own;
}

function withOpenDetails(before: string): string {
  const around: { readonly at: number; readonly tag: string }[] = [];
  for (const { 0: tag, index: at } of before.matchAll(/<\/?details\b[^>]*>/g)) {
    if (tag === "</details>") around.pop();
    else around.push({ at, tag });
  }
  return around
    .filter(({ tag }) => !/ open\b/.test(tag))
    .toReversed()
    .reduce((html, { at }) => {
      const behind = at + "<details".length;
      return `${html.slice(0, behind)} open${html.slice(behind)}`;
    }, before);
}
