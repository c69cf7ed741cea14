import { tagIds, type NodeId, type View } from "../../html/index.ts";
import { type SignNames, nextNode } from "../../html/internal.ts";

/** Elements around a link, and nodes in them, that are searched for its heading. */
const MAX_AROUND = 3;
const MAX_BESIDE = 256;

/**
 * Links without text whose name the card that they cover says anyway: in another link to the same
 * place, or in a heading that is no link and begins with the name, which is then written as the link.
 */
export class CardLinks {
  readonly #view: View;
  readonly #names: SignNames;
  readonly #images: boolean;
  #links: ReadonlyMap<NodeId, NodeId> | undefined = undefined;
  #covers: ReadonlySet<NodeId> = new Set();

  /** @param images whether images are written */
  constructor(view: View, names: SignNames, images: boolean) {
    this.#view = view;
    this.#names = names;
    this.#images = images;
  }

  /** The link that covers a heading; 0 without one. */
  of(heading: NodeId): NodeId {
    return this.#found().get(heading) ?? 0;
  }

  /** Whether a link is not written itself, because its card says the same. */
  covers(link: NodeId): boolean {
    this.#found();
    return this.#covers.has(link);
  }

  #found(): ReadonlyMap<NodeId, NodeId> {
    if (this.#links !== undefined) return this.#links;
    const links = new Map<NodeId, NodeId>();
    const covers = new Set<NodeId>();
    const { silent, shown } = this.#sorted();
    const roots = new Set(this.#view.roots);
    for (const [link, href] of silent) {
      const name = this.#names.ofSilent(link, this.#images);
      if (name === "") continue;
      if (shown.has(href) && this.#names.isNamedBeside(link, name)) {
        covers.add(link);
        continue;
      }
      const heading = this.#headingOf(link, name, roots);
      if (heading === 0 || links.has(heading)) continue;
      links.set(heading, link);
      covers.add(link);
    }
    this.#covers = covers;
    this.#links = links;
    return links;
  }

  /** The links without text, with their addresses; and those of the addresses that others have too. */
  #sorted(): { silent: ReadonlyMap<NodeId, string>; shown: ReadonlySet<string> } {
    const { tree, dropped } = this.#view;
    const silent = new Map<NodeId, string>();
    const others: NodeId[] = [];
    for (let node = tree.firstOfTag(tagIds.a); node !== 0; node = tree.nextOfTag(node)) {
      if (dropped[node] === 1) continue;
      const href = this.#names.isSilent(node, this.#images) ? tree.attribute(node, "href") : "";
      if (href === "") others.push(node);
      else if (href?.startsWith("#") === false) silent.set(node, href);
    }
    const addresses = new Set(silent.values());
    const shown = new Set<string>();
    for (const node of addresses.size === 0 ? [] : others) {
      const href = tree.attribute(node, "href");
      if (href !== undefined && addresses.has(href)) shown.add(href);
    }
    return { silent, shown };
  }

  #headingOf(link: NodeId, name: string, roots: ReadonlySet<NodeId>): NodeId {
    const { tree } = this.#view;
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
    let at = nextNode(this.#view, around, around);
    for (let seen = 0; at !== 0 && seen < MAX_BESIDE; seen += 1) {
      const tag = tree.tag(at);
      const isHeading = tag >= tagIds.h1 && tag <= tagIds.h6;
      if (isHeading && this.#names.textOf(at).startsWith(name))
        return this.#isLinked(at, around) ? 0 : at;
      at = nextNode(this.#view, at, around);
    }
    return 0;
  }

  #isLinked(heading: NodeId, around: NodeId): boolean {
    const { tree } = this.#view;
    for (let at = heading; at !== around; at = tree.parent(at)) {
      if (tree.tag(at) === tagIds.a) return true;
    }
    let at = nextNode(this.#view, heading, heading);
    for (let seen = 0; at !== 0; seen += 1) {
      if (tree.tag(at) === tagIds.a || seen === MAX_BESIDE) return true;
      at = nextNode(this.#view, at, heading);
    }
    return false;
  }
}
