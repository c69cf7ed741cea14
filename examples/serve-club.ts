import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { createSite } from "dragline/testing";
import { readAction, type Action } from "dragline/wire";

/** A sailing club on this machine that shows its berths to members only. */
export interface Club extends AsyncDisposable {
  readonly url: string;
  /** Shows the free berths. */
  readonly berths: Action;
  /** What the one member signs in with, and what a berth costs, from now on. */
  password: string;
  price: string;
  /** Signs everybody out. */
  endSessions(): void;
}

export async function serveClub(): Promise<Club> {
  const sessions = new Set<string>();
  const site = await createSite({
    "/login": `<form method="post" action="/session"><input name="user"><input name="secret"></form>`,
    "/session": (request, response) => {
      void text(request).then((sent) => signIn(new URLSearchParams(sent), response));
    },
    "/berths": (request, response) => {
      const id = /member=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
      if (!sessions.has(id)) response.writeHead(303, { location: "/login" });
      response.end(`<h1>Free berths</h1><ul><li><b>Quay 4</b> <i>${club.price}</i></li></ul>`);
    },
  });
  const signIn = (form: URLSearchParams, response: ServerResponse): void => {
    if (form.get("user") !== "ada" || form.get("secret") !== club.password) {
      response.end(`<p class="wrong">The name or the password is wrong.</p>`);
      return;
    }
    const id = randomBytes(16).toString("hex");
    sessions.add(id);
    response.setHeader("set-cookie", `member=${id}; Path=/; HttpOnly`);
    response.writeHead(303, { location: "/berths" }).end();
  };
  const club: Club = {
    url: site.url("/"),
    berths: readAction(berthsRecipe(site.origin), clubEntry(site.origin)),
    password: "",
    price: "",
    endSessions: () => sessions.clear(),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
  return club;
}

const day = { created: "2026-11-26", updated: "2026-11-26" };

/** The club in a catalog: what its login takes, how it goes, and what tells that it is wanted again. */
function clubEntry(origin: string): object {
  const field = { type: "string", required: true };
  return {
    format: 1,
    slug: "club",
    name: "Sailing club",
    url: origin,
    domain: "club.example",
    category: "community",
    description: "A sailing club that shows its berths to members.",
    documentation: `${origin}/about`,
    hosts: [new URL(origin).hostname],
    auth_types: ["credentials"],
    auth: { cookies: true },
    login_input: [
      { ...field, name: "user", description: "Name of the member.", examples: ["ada"] },
      {
        ...field,
        name: "secret",
        description: "Password of the member.",
        examples: ["tide"],
        secret: true,
      },
    ],
    login: {
      steps: [
        {
          kind: "request",
          id: "login",
          method: "POST",
          url: `${origin}/session`,
          type: "html",
          form: { user: "{{params.user}}", secret: "{{params.secret}}" },
        },
      ],
      wrong_password: [{ css: "p.wrong" }],
      success: [{ url_contains: "/berths" }],
    },
    login_wall: { url_contains: "/login" },
    ...day,
  };
}

function berthsRecipe(origin: string): object {
  return {
    format: 1,
    action_id: "club.list_berths",
    name: "List free berths",
    description: "Free berths of the club and what they cost a night.",
    type: "read",
    auth_mode: "required",
    parameters: [],
    steps: [
      { id: "page", kind: "page", url: `${origin}/berths` },
      {
        id: "berths",
        kind: "extract",
        list: { css: "li" },
        fields: { name: { css: "b", type: "string" }, price: { css: "i", type: "string" } },
      },
    ],
    output: { berths: "{{steps.berths.items}}" },
    output_schema: { type: "object" },
    ...day,
  };
}
