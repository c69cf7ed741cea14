import type { MeasuredField } from "./quality-metadata.ts";

/** An expectation of a corpus that a person who looks at the page would not confirm. */
export interface Dispute {
  /** Folder of the corpus and of the page in it. */
  readonly page: string;
  readonly field: MeasuredField;
  /** What a person would say; null: the page does not say, and nothing is counted. */
  readonly right: string | null;
  readonly why: string;
}

const MODIFIED = "the expected date is that of the last change";
const UNSTATED = "the page names no author; the expected one is made of something else";
const BYLINE = "the name, without what stands around it in the byline";
const WITHOUT_SITE = "the site's name is no part of the title";
const OF_VIDEO = "the still of a video further down; the page states its own picture, or none";
const CALLER = "the page states no address; the expected one is the caller's";

/** Looked at by eye, each of them. */
export const disputes: readonly Dispute[] = [
  ...by(BYLINE, "author", {
    "readability/breitbart": "Lucas Nolan",
    "readability/google-sre-book-1": "Rob Ewaschuk",
    "readability/iab-1": "Scott Cunningham",
    "readability/lemonde-1": "Martin Untersinger",
    "readability/seattletimes-1": "Benjamin Romano",
    "readability/wapo-2": "Steven Mufson",
    "readability/webmd-2": "Kelli Miller",
  }),
  ...by(MODIFIED, "publishedTime", {
    "metadata/atlasobscura": "2017-06-21",
    "metadata/bbc": "2017-07-09",
    "metadata/bfi": "2021-01-14",
    "metadata/engadget": "2019-01-07",
    "metadata/fortune": "2015-10-05",
    "metadata/mashable": "2021-10-22",
    "metadata/milanocittastato": "2016-01-06",
    "metadata/postplanner": "2020-12-18",
    "metadata/the-guardian": "2017-07-03",
  }),
  ...by("a date of something else: another episode, a prize", "publishedTime", {
    "metadata/acast": "2016-10-19",
    "metadata/wikipedia": null,
  }),
  ...by(UNSTATED, "author", {
    "metadata/bfi": null,
    "metadata/indiehackers": null,
    "metadata/learnnode": null,
    "metadata/segment-academy": null,
    "metadata/teslahunt": null,
  }),
  ...by("the account of the site; the byline names a person", "author", {
    "metadata/business-today": "Sonal Khetarpal",
  }),
  ...by("the byline names both", "author", { "metadata/npr": "Darian Woods, Sarah Gonzalez" }),
  ...by(WITHOUT_SITE, "title", {
    "metadata/engadget": "All GitHub users can keep their code private",
    "metadata/npr": "Fork The Government",
    "metadata/techcrunch": "HackerRank Makes Technical Recruiting More Transparent",
  }),
  ...by("the heading that is shown, which linked data states", "title", {
    "metadata/cnet":
      "Pebble 2, Pebble Time 2, Pebble Core: Pebble's fitness hat trick adds heart rate, GPS, Spotify, and 3G",
    "metadata/silicon-valley-business-journal":
      "Security startup Agari raises $22M to protect against email phishing",
  }),
  ...by("the summary of linked data and the meta, as good as the expected one", "description", {
    "metadata/cnet":
      "Smartwatches with heart rate support, plus a stand-alone puck called Core that acts as a 3G-connected smart button: Pebble is trying for a two-device approach in fitness wearables.",
  }),
  ...by("a note for readers who look for something else", "description", {
    "metadata/wikipedia": null,
  }),
  ...by(OF_VIDEO, "image", {
    "metadata/milanocittastato": null,
    "metadata/softwarefordays": null,
    "metadata/the-verge":
      "https://cdn.vox-cdn.com/thumbor/vP95Qkn0EA7as3djfuLyxczZEVw=/0x0:1500x1000/1200x628/filters:focal(750x500:751x501)/cdn.vox-cdn.com/uploads/chorus_asset/file/15827301/siri_stock.0.0.1464122676.jpg",
    "metadata/usa-today":
      "https://www.gannett-cdn.com/-mm-/15a9261af8166ad980281a95feb16fb15a9bf037/c=0-95-1024-674/local/-/media/2016/05/24/USATODAY/USATODAY/635997039647041990-ShortList.jpg?auto=webp&format=pjpg&width=1200",
  }),
  ...by("the address as the page writes it; the expected one is decoded once more", "image", {
    "metadata/financial-times": null,
  }),
  ...by("the picture that the page states for itself", "image", {
    "metadata/learnnode": "https://learnnode.com/images/NODE/node-facebook-share.jpg",
  }),
  ...by("the name as the page itself writes it", "siteName", {
    "metadata/bbc": "BBC News",
    "metadata/hola": "HOLA! USA",
    "metadata/twitter-gif": "X (formerly Twitter)",
  }),
  ...by(CALLER, "canonicalUrl", { "metadata/qz": null, "metadata/softwarefordays": null }),
  ...by("the canonical link goes over what networks are told", "canonicalUrl", {
    "metadata/atlasobscura": "https://www.atlasobscura.com/articles/ikea-bowl-blanda-blank-fire",
    "metadata/the-guardian":
      "https://www.theguardian.com/technology/2017/jul/03/facebook-track-browsing-history-california-lawsuit",
    "metadata/wnycstudios": "https://radiolab.org/podcast/wubi-effect",
  }),
];

function by(
  why: string,
  field: MeasuredField,
  pages: Readonly<Record<string, string | null>>,
): Dispute[] {
  return Object.entries(pages).map(([page, right]) => ({ page, field, right, why }));
}
