import { NodeKind, tagIds, type NodeId, type Tree } from "../../../html/index.ts";

/** Names that vendors of advertisements give to their slots. */
const VENDOR =
  /^(?:adsbygoogle|google[-_]auto[-_]placed|google_ads?_.*|div-gpt-ad.*|gpt-ad.*|dfp-?(?:ad|slot|tag).*|taboola.*|trc_.*|outbrain.*|ob-widget.*|mgid.*|revcontent.*|criteo.*|amzn-native-ad.*|apester.*|teads.*)$/i;

/** Names that authors give to slots; of classified advertisements too, so that text decides. */
const SLOT =
  /^(?:ads?|adv|adverts?|advertisement|advertising|ad[-_]?(?:slot|unit|container|wrapper|wrap|banner|box|block|space|zone|area|label|placeholder|holder|frame|leaderboard|mpu|inline|sticky|rail|break|row|code|content|image|text)s?(?:[-_\d].*)?|(?:banner|sidebar|sticky|leaderboard|mpu|top|bottom|inline|native|display|header|footer|right|left|mobile|desktop|page|content|article)[-_]?ads?|ads?[-_](?:top|bottom|left|right|header|footer|sidebar|article|mobile|desktop|\d+)|sponsor(?:ed)?[-_](?:ad|slot|banner|box))$/i;

/** All the text that an empty slot has, its words with a space behind each. */
const LABEL =
  /^(?:(?:ads?|ad choices|adchoices|advert|advertisement|advertising|advertise with us|sponsored(?: (?:content|links?|message))?|sponsor(?: message)?|become an? (?:[a-z]+ )?sponsor|promoted|anzeige|werbung|publicité|pub|publicidad|anuncio|pubblicità|advertentie|reklama?|реклама|広告|广告|report this ad|close|x|continue reading(?: below)?|skip|scroll to continue) )*$/;

/** Longer texts are no labels. */
const LONGEST_LABEL = 100;

const HOST =
  /(?:^|\/\/|\.)(?:doubleclick\.net|googlesyndication\.com|googleadservices\.com|googletagservices\.com|adservice\.google\.[a-z.]+|amazon-adsystem\.com|adnxs\.com|adsrvr\.org|adform\.net|advertising\.com|criteo\.(?:com|net)|taboola\.com|outbrain\.com|rubiconproject\.com|pubmatic\.com|openx\.net|casalemedia\.com|smartadserver\.com|moatads\.com|mgid\.com|revcontent\.com|media\.net|carbonads\.(?:com|net)|buysellads\.com|zedo\.com|bidswitch\.net|yieldmo\.com|teads\.tv)(?:[:/?#]|$)/i;

/** More text than this is content, whatever name is on it; so are more nodes. */
const LONGEST = 2_000;
const MOST_NODES = 500;

/** Whether a URL is that of a network of advertisements. */
export function isAdvertisingUrl(url: string): boolean {
  return HOST.test(url);
}

/**
 * Whether an element is a slot of an advertisement: by a vendor's name, or by a common one where no
 * text is but its label, or where it links to a network of advertisements.
 */
export function isAdvertisement(tree: Tree, node: NodeId): boolean {
  const names = namesOf(tree, node);
  const isVendors = names.some((name) => VENDOR.test(name));
  if (!isVendors && !names.some((name) => SLOT.test(name))) return false;
  const slot = lookInto(tree, node);
  if (slot === undefined) return false;
  return isVendors || slot.isLinked || isLabel(slot.text);
}

function isLabel(text: string): boolean {
  if (text.length > LONGEST_LABEL) return false;
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return LABEL.test(words.map((word) => (word === "" ? "" : `${word} `)).join(""));
}

function namesOf(tree: Tree, node: NodeId): string[] {
  const id = tree.attribute(node, "id");
  const classes = tree.attribute(node, "class");
  if (id === undefined && classes === undefined) return [];
  return `${id ?? ""} ${classes ?? ""}`.split(/\s+/).filter((name) => name !== "");
}

/** What is in a slot. */
interface Slot {
  readonly text: string;
  /** Whether it links to a network of advertisements. */
  readonly isLinked: boolean;
}

/** Reads a slot; undefined when there is too much in it to be one. */
function lookInto(tree: Tree, root: NodeId): Slot | undefined {
  let text = "";
  let isLinked = false;
  let node = tree.firstChild(root);
  for (let looks = 0; node !== 0; looks++) {
    if (looks === MOST_NODES) return undefined;
    if (tree.kind(node) === NodeKind.text && !tree.isRawText(node)) text += ` ${tree.text(node)}`;
    isLinked ||= leadsToNetwork(tree, node);
    let next = tree.firstChild(node);
    while (next === 0 && node !== root) {
      next = tree.nextSibling(node);
      if (next === 0) node = tree.parent(node);
    }
    node = next;
  }
  if (text.length > LONGEST) return undefined;
  return { text: text.replace(/\s+/g, " ").trim(), isLinked };
}

function leadsToNetwork(tree: Tree, node: NodeId): boolean {
  if (tree.kind(node) !== NodeKind.element) return false;
  const url = tree.attribute(node, tree.tag(node) === tagIds.a ? "href" : "src");
  return url !== undefined && isAdvertisingUrl(url);
}
