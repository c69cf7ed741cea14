import { csrfField } from "../layout/layout.ts";
import { badge, secretBox, table, time } from "../layout/pieces.ts";
import { markup } from "../markup.ts";
import type { Move, Outcome, Page, View, Visit } from "../page.ts";

/** The keys of an account: made here, shown once, revoked. */
export const keyPages: readonly Page[] = [
  { method: "GET", path: "/keys", run: list },
  { method: "POST", path: "/keys", run: create },
  { method: "POST", path: "/keys/{id}/revoke", run: revoke },
];

async function list({ service, account, base, signedIn, signal }: Visit): Promise<View> {
  const keys = await service.keys.list(account, { signal });
  const csrf = csrfField(signedIn);
  const rows = table({
    caption: "API keys",
    rows: keys.toReversed(),
    empty: "No keys. Make one above.",
    columns: [
      { name: "Label", show: ({ label }) => label ?? markup`<span class="quiet">none</span>` },
      { name: "Key", show: ({ hint }) => markup`<code>${hint}…</code>` },
      { name: "Created", show: ({ createdAt }) => time(createdAt) },
      {
        name: "Last used",
        show: ({ lastUsedAt }) => time(lastUsedAt) ?? markup`<span class="quiet">never</span>`,
      },
      {
        name: "State",
        show: ({ revokedAt, id }) =>
          markup`${badge(revokedAt === null ? "active" : "revoked")}${id === signedIn.key && markup` <span class="quiet">you are signed in with it</span>`}`,
      },
      {
        name: "Change",
        show: ({ id, revokedAt, label, hint }) =>
          revokedAt === null &&
          markup`<form method="post" action="${base}/keys/${encodeURIComponent(id)}/revoke" data-confirm="Revoke ${label ?? hint}? What uses it stops working at once.">${csrf}<button class="small danger">Revoke</button></form>`,
      },
    ],
  });
  const body = markup`<form class="row" method="post" action="${base}/keys">${csrf}
<label class="wide">Label <input name="label" maxlength="200" placeholder="crawler in production"></label>
<button class="main">Create a key</button></form>${rows}`;
  return { title: "API keys", body };
}

async function create({ service, account, form, base, signal }: Visit): Promise<Outcome> {
  const label = form.get("label")?.trim() || undefined;
  const { key } = await service.keys.create(account, { label }, { signal });
  const said = "Copy the key now. It is shown only this once.";
  return { title: "A new API key", said, body: secretBox(key, `${base}/keys`) };
}

async function revoke({ service, account, params, signal }: Visit): Promise<Move> {
  const { id = "" } = params;
  const own = await service.keys.list(account, { signal });
  if (!own.some((key) => key.id === id)) throw new RangeError("There is no key with this id.");
  await service.keys.revoke(id, { signal });
  return { to: "/keys", said: "The key is revoked." };
}
