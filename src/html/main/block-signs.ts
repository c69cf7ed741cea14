/** What a heading announces; in this order. */
const announcements: readonly RegExp[] = [
  /^(?:.{0,40}\bcomments?\b.{0,12}$|(?:\d+ )?(?:comments?|repl(?:y|ies)|responses?)|leave a|join the|discussion|add (?:a |your )?comment|post a|write a|thoughts)/i,
  /^(?:related|you (?:may|might)|recommended|more (?:from|in|stories|articles|posts|on|like)|popular|trending|latest|recent|similar|also|see also|read (?:more|next)|further|customers|people also|up next|what to read|keep reading|featured|don.t miss|most |top stories|explore|in other news|next|continue|discover|shop )/i,
  /^(?:share|follow|connect|subscribe|sign up|newsletter|get (?:the|our|updates)|stay|join|contact|about (?:the|us|this)|categor|tags|archives|links|quick links|menu|navigation|search|filter|sort|account|log ?in|company|support|help|legal|resources|table of contents|on this page|contents|in this)/i,
  /reviews?|ratings?|testimonials?|what .{0,40} (?:say|saying)/i,
  /descri|detail|spec|feature|overview|about|ingredient|how|what|why|faq|question|benefit|include|dimension|material|care/i,
];

/** What a heading announces: 1 comments, 2 more to read, 3 the site, 4 reviews, 5 facts, 6 other. */
export function announcement(heading: string): number {
  const text = heading.slice(0, LONGEST);
  const found = announcements.findIndex((pattern) => pattern.test(text));
  return found === -1 ? announcements.length + 1 : found + 1;
}

/** Characters; a longer block is running text, whose words mean what they say. */
const LONGEST = 90;

const patterns = {
  share:
    /\b(?:share|tweet|pin it|facebook|twitter|linkedin|whatsapp|instagram|youtube|print|copy link|email)\b/i,
  action:
    /\b(?:subscribe|sign ?up|sign ?in|log ?in|register|download|learn more|read more|view (?:all|more|details)|see (?:all|more)|shop now|get started|contact us|book|try|buy now|add to|load more|show (?:more|less)|click here|skip to|back to|continue reading)\b/i,
  legal: /©|\(c\)|copyright|all rights reserved|privacy|cookies?|terms (?:of|and|&)/i,
  date: /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d|\d{4}[-/.]\d\d|\d\d?[-/.]\d\d?[-/.]\d\d|\bago\b|min(?:ute)?s? read|\bupdated\b|\bpublished\b|\bposted\b/i,
  source: /^(?:by|written|author|posted|photo|image|credit|source|via)\b/i,
  social:
    /\b(?:repl(?:y|ies)|likes?|views?|comments?|upvote|votes?|quote|report|joined|posts?|messages?|member|reputation|solution)\b/i,
  price: /[$€£¥₹]\s?\d|\d\s?[$€£]|\b(?:sale|regular) price|\b(?:usd|eur|gbp)\b/i,
  shop: /\b(?:quantity|qty|in stock|sold out|out of stock|shipping|returns?|sku|size|color|wishlist|cart|checkout|compare|free|off|save)\b/i,
  review: /\b(?:reviews?|rated|stars?|verified|ratings?)\b/i,
  filter:
    /\b(?:sort(?: by)?|filters?|results?|items?|page \d|showing|previous|next|clear all|\d+ of \d+)\b/i,
} as const;

/** The signs that a short block can show, by their bit. */
export const signNames = Object.freeze(Object.keys(patterns)) as readonly (keyof typeof patterns)[];

const tests: readonly RegExp[] = Object.values(patterns);

/** The signs of a block's text; of short blocks only. */
export function signsOf(text: string): number {
  if (text.length > LONGEST) return 0;
  let signs = 0;
  for (let index = 0; index < tests.length; index++) {
    if (tests[index]?.test(text) === true) signs |= 1 << index;
  }
  return signs;
}
