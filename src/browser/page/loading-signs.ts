/** How a page looks: whole, with hardly any text, or with a sign that there is more to come. */
export type PageLook = "whole" | "hollow" | "loading";

/**
 * Runs in a page's isolated world, as source: looks for what tells a reader that content is still to
 * come (`aria-busy`, spinners, skeletons, "Loading…"), and whether there is text to read.
 */
export class LoadingSigns {
  /** Characters of text, outside of navigation, that a page is not hollow with. */
  readonly #enough = 140;
  /** Texts and marked elements that are looked at. */
  readonly #most = 4_000;
  readonly #asides =
    /^(?:script|style|noscript|template|nav|header|footer|aside|option|textarea|dialog)$/;
  readonly #marks =
    '[aria-busy="true"],progress:not([value]),[role="progressbar"]:not([aria-valuenow]),' +
    ["load", "spin", "skeleton", "shimmer", "placeholder-", "animate-pulse", "progress-circular"]
      .map((part) => `[class*="${part}" i]`)
      .join() +
    ',[id*="load" i],[id*="spinner" i],[id*="skeleton" i]';
  readonly #named =
    /(?:^|[^a-z])(?:loading|loader|preloader|spinner|spin-spinning|skeleton|shimmer|placeholder-(?:glow|wave)|animate-(?:pulse|spin)|progress-circular|circular-progress)(?:$|[^a-z])/;
  readonly #unnamed =
    /(?:^|[^a-z])(?:lazy|lazyload|loaded|done|complete|finished|hidden|infinite)(?:$|[^a-z])/;
  readonly #words =
    /^(?:(?:loading|fetching|wird geladen|lade|laden|chargement|cargando|caricamento|carregando|загрузка|ładowanie|yükleniyor|laddar|indlæser|ladataan|načítání|φόρτωση)(?:\s[^.…]{1,40})?\s?(?:\.{2,3}|…)|(?:loading|please wait|wird geladen|bitte warten|chargement|cargando|caricamento|carregando|загрузка|yükleniyor)[.!]?|.{0,10}(?:読み込み中|ロード中|加载中|加載中|載入中|로딩\s?중|불러오는 중|جار[ٍي]? التحميل|טוען).{0,10})$/iu;

  look(roots: readonly (Document | ShadowRoot)[]): PageLook {
    let length = 0;
    for (const root of roots) {
      if (this.#isMarked(root)) return "loading";
      const found = this.#textOf(root, this.#enough - length);
      if (found === "loading") return found;
      length += found;
    }
    return length < this.#enough ? "hollow" : "whole";
  }

  #isMarked(root: Document | ShadowRoot): boolean {
    const isDocument = Reflect.get(Node.prototype, "nodeType", root) === 9;
    const { prototype } = isDocument ? Document : DocumentFragment;
    const marked = [...prototype.querySelectorAll.call(root, this.#marks)];
    return marked.slice(0, this.#most).some((element) => this.#isMark(element));
  }

  #isMark(element: Element): boolean {
    const read = (name: string): string => Element.prototype.getAttribute.call(element, name) ?? "";
    const local = Reflect.get(Element.prototype, "localName", element);
    if (/^(?:html|img|picture|source|iframe|video|script|link|style|template)$/.test(local))
      return false;
    const isAria =
      read("aria-busy") === "true" || read("role") === "progressbar" || local === "progress";
    const names = `${read("class")} ${read("id")}`.replaceAll(/([a-z\d])([A-Z])/g, "$1-$2");
    const isNamed = names
      .toLowerCase()
      .split(/\s+/)
      .some((name) => this.#named.test(name) && !this.#unnamed.test(name));
    return (isAria || isNamed) && this.#isSeen(element);
  }

  /** The length of the text that can be read, as far as it is asked for; or that it says "Loading…". */
  #textOf(root: Document | ShadowRoot, wanted: number): number | "loading" {
    const filter = (node: Node): number =>
      Reflect.get(Node.prototype, "nodeType", node) === 1 &&
      this.#asides.test(Reflect.get(Element.prototype, "localName", node))
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT;
    const kinds = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
    const walker = Document.prototype.createTreeWalker.call(document, root, kinds, filter);
    let length = 0;
    for (let left = this.#most, node = walker.nextNode(); node !== null && left > 0; left -= 1) {
      if (Reflect.get(Node.prototype, "nodeType", node) === 3) {
        const found = this.#measure(node as Text, length < wanted);
        if (found === "loading") return found;
        length += found;
      }
      node = walker.nextNode();
    }
    return length;
  }

  #measure(text: Text, counts: boolean): number | "loading" {
    const said = text.data.trim();
    const isShort = said.length > 2 && said.length <= 60;
    const saysLoading = isShort && this.#words.test(said);
    if (said === "" || (!counts && !saysLoading)) return 0;
    const parent = Reflect.get(Node.prototype, "parentElement", text);
    if (parent !== null && !this.#isSeen(parent)) return 0;
    return saysLoading ? "loading" : said.replaceAll(/\s+/g, " ").length;
  }

  #isSeen(element: Element): boolean {
    const how = { opacityProperty: true, visibilityProperty: true };
    return Element.prototype.checkVisibility.call(element, how);
  }
}
