import { csrfField } from "../layout/layout.ts";
import { amount, counted, table, time } from "../layout/pieces.ts";
import { markup } from "../markup.ts";
import type { Move, Page, View, Visit } from "../page.ts";

/** All accounts: for the owner, who looks at each as its people do. */
export const accountPages: readonly Page[] = [
  { method: "GET", path: "/accounts", isOwners: true, run: list },
  { method: "POST", path: "/accounts", isOwners: true, run: create },
  { method: "POST", path: "/accounts/{id}/choose", isOwners: true, run: choose },
  { method: "POST", path: "/accounts/{id}/grant", isOwners: true, run: grant },
];

async function list({ service, base, signedIn, account, signal }: Visit): Promise<View> {
  const accounts = await service.accounts.list({ signal });
  const csrf = csrfField(signedIn);
  const rows = table({
    caption: "Accounts",
    rows: accounts,
    empty: "No accounts. Make one above.",
    columns: [
      {
        name: "Account",
        show: ({ id, name }) =>
          markup`${name ?? markup`<code>${id}</code>`}${id === account && markup` <span class="badge good">you look at it</span>`}`,
      },
      { name: "Created", show: ({ createdAt }) => time(createdAt) },
      { name: "Left", isNumber: true, show: ({ balance }) => amount(balance) },
      { name: "Used", isNumber: true, show: ({ used }) => amount(used) },
      {
        name: "Credits to give",
        show: ({ id, name }) =>
          markup`<form class="row" method="post" action="${base}/accounts/${id}/grant">${csrf}<input name="credits" type="number" step="1" required aria-label="Credits for ${name ?? id}"><button class="small">Give</button></form>`,
      },
      {
        name: "Change",
        show: ({ id }) =>
          id !== account &&
          markup`<form method="post" action="${base}/accounts/${id}/choose">${csrf}<button class="small">Look at it</button></form>`,
      },
    ],
  });
  const body = markup`<form class="row" method="post" action="${base}/accounts">${csrf}
<label class="wide">Name <input name="name" maxlength="200"></label><button class="main">Create an account</button></form>${rows}`;
  return { title: "Accounts", body };
}

async function create({ service, form, choose: look, signal }: Visit): Promise<Move> {
  const name = form.get("name")?.trim() || undefined;
  const { id } = await service.accounts.create({ name }, { signal });
  await look(id);
  return { to: "/keys", said: "The account is there. Make a key for its people." };
}

async function choose({ service, params, choose: look, signal }: Visit): Promise<Move> {
  const { id, name } = await service.accounts.get(params["id"] ?? "", { signal });
  await look(id);
  return { to: "/", said: `You look at ${name ?? id} now.` };
}

async function grant({ service, params, form, signal }: Visit): Promise<Move> {
  const credits = Number(form.get("credits"));
  if (!Number.isInteger(credits)) throw new RangeError("Credits must be a whole number.");
  await service.accounts.grant(params["id"] ?? "", credits, "given in the dashboard", { signal });
  const isOne = Math.abs(credits) === 1;
  const done = `${isOne ? "was" : "were"} ${credits < 0 ? "taken" : "given"}`;
  return { to: "/accounts", said: `${counted(Math.abs(credits), "credit")} ${done}.` };
}
