// An action in code, for what a recipe cannot say: it runs under the same guard, hosts, pace and deadline.
import { createFetcher } from "dragline/fetcher";
import { createSite } from "dragline/testing";
import { createRunner, defineAction } from "dragline/wire";

await using directory = await createSite({
  "/users/ada": {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ first: "Ada", last: "Bucket" }),
  },
});

// As site.json of a catalog says it.
const site = {
  format: 1 as const,
  slug: "directory",
  name: "Directory",
  url: directory.origin,
  domain: "directory.example",
  category: "data",
  description: "People of the company.",
  documentation: directory.url("/about"),
  hosts: ["127.0.0.1"],
  created: "2026-11-28",
  updated: "2026-11-28",
};

// #region define
const action = defineAction({
  site,
  action_id: "directory.get_name",
  name: "Get a name",
  description: "The full name of one person of the directory.",
  type: "read",
  parameters: [
    {
      name: "id",
      type: "string",
      required: true,
      description: "The user name of a person.",
      examples: ["ada"],
    },
  ],
  output_schema: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
  run: async ({ id }, { fetch }) => {
    const { status, text } = await fetch({ url: directory.url(`/users/${id as string}`) });
    if (status !== 200) throw new Error(`the directory answered ${status}`);
    const { first, last } = JSON.parse(text);
    return { name: `${first} ${last}` };
  },
});
// #endregion

await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
const runner = createRunner({ fetcher });
for (const id of ["ada", "bob"]) {
  const result = await runner.run(action, { params: { id } });
  console.log(result.status === "failed" ? result.error : result.data);
}
