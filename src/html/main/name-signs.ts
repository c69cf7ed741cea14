/** What class names and ids hint at; each group is a bit, in this order. */
const words = {
  nav: "nav navbar navigation menu menus submenu megamenu dropdown breadcrumb breadcrumbs crumbs crumb pagination pager paging toc tabs offcanvas hamburger skip",
  foot: "footer foot colophon copyright legal bottom",
  head: "header masthead topbar banner hero top",
  side: "sidebar aside side rail widget widgets secondary complementary column sidenav",
  related:
    "related recommended recommendation recommendations similar popular trending more recent latest upsell cross crosssell also readmore next prev previous suggested explore discover",
  share: "share sharing social socials follow sns facebook twitter addthis sharedaddy",
  comment: "comment comments disqus respond reply replies commentlist discussion",
  promo:
    "promo promotion ad ads advert advertisement sponsor sponsored newsletter subscribe subscription signup cta optin mailchimp donate",
  popup:
    "modal popup overlay cookie cookies consent gdpr dialog lightbox toast notice notification alert announcement drawer minicart cart login signin account",
  meta: "meta byline author date tags tag tagged category categories timestamp published bio info posted time credit caption stats",
  review: "review reviews rating ratings testimonial testimonials stars yotpo bazaarvoice",
  form: "form search filter filters facet facets sort sorting select quantity variant variants swatch refine refinement toolbar controls button buttons btn",
  user: "user avatar profile signature member rank karma badge username userinfo postprofile vote votes voting actions action",
  hidden: "hidden hide visuallyhidden sr only screen reader collapse collapsed invisible offscreen",
  price: "price pricing money shipping delivery stock",
  content:
    "content contents body main maincontent primary text richtext rte wysiwyg prose copy markdown",
  article: "article post entry story blog news single blogpost postbody",
  product:
    "product products details description desc specs specification specifications pdp accordion tabpanel feature features",
  item: "item items card cards grid tile tiles list listing results result collection teaser excerpt summary",
  message:
    "message messages thread topic question answer answers postcontent cooked bbwrapper posttext",
  title: "title heading headline",
  questions: "faq faqs qa",
} as const;

/** The groups, by their bit. */
export const nameGroups: readonly string[] = Object.freeze(Object.keys(words));

const bits = new Map<string, number>();
for (const [index, list] of Object.values(words).entries()) {
  for (const word of list.split(" ")) bits.set(word, (bits.get(word) ?? 0) | (1 << index));
}

/** The groups that speak against content: `nav` to `price`. */
export const ADVERSE = (1 << nameGroups.indexOf("content")) - 1;

/** The longest value that is looked at; longer ones are made by machines. */
const LONGEST = 400;

/** Reads class names and ids; remembers them, because pages repeat them. One per page. */
export class NameSigns {
  readonly #known = new Map<string, number>();

  /** The bits of the groups that the words of a `class` or `id` belong to. */
  read(value: string): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const found = bitsOf(value.slice(0, LONGEST));
    this.#known.set(value, found);
    return found;
  }
}

/** Words are runs of letters; a capital behind a small letter begins a new one: `postContent`. */
function bitsOf(value: string): number {
  let found = 0;
  let start = 0;
  let before = OTHER;
  for (let index = 0; index <= value.length; index++) {
    const sort = index < value.length ? sortOf(value.charCodeAt(index)) : OTHER;
    if (endsWord(sort, before)) {
      if (before !== OTHER) found |= bits.get(value.slice(start, index).toLowerCase()) ?? 0;
      start = sort === OTHER ? index + 1 : index;
    }
    before = sort;
  }
  return found;
}

function endsWord(sort: number, before: number): boolean {
  return sort === OTHER || (sort === CAPITAL && before === SMALL);
}

const OTHER = 0;
const SMALL = 1;
const CAPITAL = 2;

function sortOf(code: number): number {
  if (code >= 97 && code <= 122) return SMALL;
  return code >= 65 && code <= 90 ? CAPITAL : OTHER;
}
