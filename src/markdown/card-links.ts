import { tagIds, type NodeId, type View } from "../html/index.ts";
import { following } from "./following.ts";
import { isNamedBeside, isSilent, shownIn, type LinkNames } from "./link-name.ts";

/** Elements around a link, and nodes in them, that are searched for its heading. */
const MAX_AROUND = 3;
const MAX_BESIDE = 256;

/**
 * Links without text that cover a card whose heading is no link: the heading begins with the link's
 * name, and is written as the link.
 */
export class CardLinks {
  readonly #view: View;
  readonly #names: LinkNames;
  readonly #images: boolean;
  #links: ReadonlyMap<NodeId, NodeId> | undefined = undefined;
  #covers: ReadonlySet<NodeId> = new Set();

  /** @param images whether images are written */
  constructor(view: View, names: LinkNames, images: boolean) {
    this.#view = view;
    this.#names = names;
    this.#images = images;
  }

  /** The link that covers a heading; 0 without one. */
  of(heading: NodeId): NodeId {
    return this.#found().get(heading) ?? 0;
  }

  /** Whether a link is written as one of a heading. */
  covers(link: NodeId): boolean {
    this.#found();
    return this.#covers.has(link);
  }

  #found(): ReadonlyMap<NodeId, NodeId> {
    if (this.#links !== undefined) return this.#links;
    const { tree, dropped } = this.#view;
    const links = new Map<NodeId, NodeId>();
    const roots = new Set(this.#view.roots);
    for (let node = 1; node < tree.size; node += 1) {
      if (tree.tag(node) !== tagIds.a || dropped[node] === 1) continue;
      const heading = this.#headingOf(node, roots);
      if (heading !== 0 && !links.has(heading)) links.set(heading, node);
    }
    this.#covers = new Set(links.values());
    this.#links = links;
    return links;
  }

  #headingOf(link: NodeId, roots: ReadonlySet<NodeId>): NodeId {
    const { tree } = this.#view;
    if (tree.firstAttribute(link) === 0 || !isSilent(this.#view, link, this.#images)) return 0;
    const href = tree.attribute(link, "href");
    if (href === undefined || href.startsWith("#")) return 0;
    const name = this.#names.of(link);
    if (name === "" || isNamedBeside(this.#view, link, name)) return 0;
    let around = link;
    for (let step = 0; step < MAX_AROUND && !roots.has(around); step += 1) {
      around = tree.parent(around);
      const heading = around === 0 ? 0 : this.#headingIn(around, name);
      if (around === 0 || heading !== 0) return heading;
    }
    return 0;
  }

  /** The first heading below a node that begins with a name; 0 where it is or holds a link. */
  #headingIn(around: NodeId, name: string): NodeId {
    const { tree } = this.#view;
    let at = following(this.#view, around, around);
    for (let seen = 0; at !== 0 && seen < MAX_BESIDE; seen += 1) {
      const tag = tree.tag(at);
      const isHeading = tag >= tagIds.h1 && tag <= tagIds.h6;
      if (isHeading && shownIn(this.#view, at).startsWith(name))
        return this.#isLinked(at, around) ? 0 : at;
      at = following(this.#view, at, around);
    }
    return 0;
  }

  #isLinked(heading: NodeId, around: NodeId): boolean {
    const { tree } = this.#view;
    for (let at = heading; at !== around; at = tree.parent(at)) {
      if (tree.tag(at) === tagIds.a) return true;
    }
    let at = following(this.#view, heading, heading);
    for (let seen = 0; at !== 0; seen += 1) {
      if (tree.tag(at) === tagIds.a || seen === MAX_BESIDE) return true;
      at = following(this.#view, at, heading);
    }
    return false;
  }
}
