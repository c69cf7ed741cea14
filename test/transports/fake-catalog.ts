import type { Action, ActionInfo, ActionQuery, Catalog } from "dragline/wire";

type Site = Action["site"];

/** A site of a catalog. */
export function siteOf(site: Partial<Site> & Pick<Site, "slug">): Site {
  const { slug } = site;
  return {
    format: 1,
    name: slug[0]?.toUpperCase() + slug.slice(1),
    url: `https://${slug}.example/`,
    domain: `${slug}.example`,
    category: "shops",
    description: `What ${slug} has, for tests of the service.`,
    tags: [],
    synonyms: {},
    documentation: `https://${slug}.example/api`,
    auth_types: [],
    login_input: [],
    hosts: [`${slug}.example`],
    created: "2026-11-01",
    updated: "2026-11-20",
    ...site,
  };
}

/** An action; the code of it is never run, as the runner of these tests is a fake. */
export function actionOf(
  site: Site,
  info: Partial<ActionInfo> & Pick<ActionInfo, "action_id">,
  owner?: string,
): Action {
  return {
    site,
    owner,
    body: { run: () => Promise.reject(new Error("not run")) },
    info: {
      version: 1,
      name: info.action_id.replace(/^.*\./, "").replaceAll("_", " "),
      description: `Does what its name says on ${site.name}.`,
      tags: [],
      type: "read",
      mode: "sync",
      auth_mode: "none",
      credits_per_call: 1,
      parameters: [],
      output_schema: {},
      created: "2026-11-01",
      updated: "2026-11-20",
      ...info,
    },
  };
}

/** Actions that are found by words of their names. */
export class FakeCatalog implements Catalog {
  readonly #actions: readonly Action[];

  constructor(actions: readonly Action[]) {
    this.#actions = actions;
  }

  sites(): readonly Site[] {
    const sites = new Map(this.#actions.map(({ site }) => [site.slug, site]));
    return [...sites.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  site(slug: string): Site | undefined {
    return this.sites().find((site) => site.slug === slug);
  }

  actions(slug?: string): readonly Action[] {
    return this.#actions
      .filter(({ site }) => slug === undefined || site.slug === slug)
      .toSorted((one, other) => (one.info.action_id < other.info.action_id ? -1 : 1));
  }

  action(id: string): Action | undefined {
    return this.#actions.find(({ info }) => info.action_id === id);
  }

  resolve({ text, limit, ...query }: ActionQuery): readonly Action[] {
    const words = text?.toLowerCase().split(" ") ?? [""];
    const rank = ({ info }: Action) => words.filter((word) => info.name.includes(word)).length;
    return this.actions(query.catalog)
      .filter((action) => rank(action) > 0 && fits(action, query))
      .toSorted((one, other) => rank(other) - rank(one))
      .slice(0, limit);
  }

  with(actions: readonly Action[]): Catalog {
    return new FakeCatalog([...this.#actions, ...actions]);
  }
}

function fits({ info, site }: Action, query: ActionQuery): boolean {
  const { category = site.category, authMode = info.auth_mode, type = info.type } = query;
  const isOpen = query.authMode !== undefined || query.auth !== false;
  return (
    site.category === category &&
    info.auth_mode === authMode &&
    info.type === type &&
    (isOpen || info.auth_mode !== "required")
  );
}
