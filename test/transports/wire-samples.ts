import type { Action, ActionInfo } from "dragline/wire";

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
