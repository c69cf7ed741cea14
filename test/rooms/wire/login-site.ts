import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { createSite, type Site as TestSite, type SiteRoute } from "dragline/testing";
import type { LoginCall, RunnerCollaborators, Site } from "dragline/wire";
import { createFetcher } from "dragline/fetcher";
import { createRunner } from "dragline/wire";
import { actionOf, parameter } from "./actions.ts";

/** The one account of the site. */
export const account = { username: "ann", password: "c0rrect horse&battery" };

const form = (action: string, fields: string): string =>
  `<!doctype html><title>Members</title><form id="login" method="post" action="${action}">${fields}<button id="go">Go</button></form>`;
const fields = (token: string): string =>
  `<input type="hidden" name="csrf" value="${token}"><input id="user" name="user"><input id="pass" type="password" name="pass">`;

/** Pages in place of the next step, by the name of who signs in. */
const others: Readonly<Record<string, (response: ServerResponse) => void>> = {
  code: (response) => response.end('<form><input name="c" autocomplete="one-time-code"></form>'),
  robot: (response) =>
    response.end('<form><div class="g-recaptcha" data-sitekey="x"></div></form>'),
  blocked: (response) =>
    response
      .writeHead(403, { "content-type": "text/html" })
      .end("<title>Just a moment...</title><script src='/cdn-cgi/challenge-platform/x'></script>"),
  locked: (response) =>
    response.writeHead(423, { "content-type": "text/html" }).end("<p>Come back in an hour."),
  broken: (response) => response.writeHead(500, { "content-type": "text/html" }).end("<p>Oops"),
  news: (response) => response.end("<h1>Today's news</h1>"),
  busy: (response) => response.writeHead(429, { "retry-after": "100" }).end(),
};

/** A site with a token against forged requests, a redirect and a second step. */
export class MembersSite {
  readonly tokens = new Set<string>();
  readonly sessions = new Set<string>();
  /** Who gave the password, and not the second step. */
  readonly pending = new Set<string>();
  /** In place of what a path answers. */
  readonly instead: Record<string, SiteRoute> = {};
  /** What was sent to the form. */
  readonly sent: string[] = [];
  server!: TestSite;

  static async open(): Promise<MembersSite> {
    const site = new MembersSite();
    site.server = await createSite({
      "*": (request, response) => void site.#answer(request, response),
    });
    return site;
  }

  get origin(): string {
    return this.server.origin;
  }

  #token(): string {
    const token = randomBytes(8).toString("hex");
    this.tokens.add(token);
    return token;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "", "http://x").pathname;
    const body = new URLSearchParams(await text(request));
    const instead = this.instead[`${request.method} ${path}`];
    if (request.method === "POST") this.sent.push(body.toString());
    if (typeof instead === "function") return instead(request, response);
    response.setHeader("content-type", "text/html");
    if (request.method === "POST" && !this.tokens.delete(body.get("csrf") ?? "")) {
      response.writeHead(400).end("<p>The form is too old.");
      return undefined;
    }
    return this.#page(`${request.method} ${path}`, body, { request, response });
  }

  #page(route: string, body: URLSearchParams, { request, response }: Exchange): void {
    const sid = /\bsid=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
    switch (route) {
      case "GET /login":
        response.setHeader("set-cookie", "seen=first-visit");
        response.end(form("/login", fields(this.#token())));
        break;
      case "POST /login":
        this.#judge(body, response);
        break;
      case "GET /trust":
      case "POST /trust":
        this.#trust(route, { request, response });
        break;
      case "GET /home":
        response.end(
          this.sessions.has(sid)
            ? `<nav class="account">Ann</nav><script>localStorage.setItem("theme", "dark")</script>`
            : "<p>Welcome. <a href=/login>Sign in</a>",
        );
        break;
      default:
        this.#api(route, sid, { request, response });
    }
  }

  #judge(body: URLSearchParams, response: ServerResponse): void {
    const other = others[body.get("user") ?? ""];
    if (other !== undefined) other(response);
    else if (body.get("user") === account.username && body.get("pass") === account.password) {
      const pending = this.#token();
      this.pending.add(pending);
      const cookie = `pending=${pending}; Path=/trust; HttpOnly`;
      response.writeHead(302, { location: "/trust", "set-cookie": cookie }).end();
    } else {
      // Echoes what was typed.
      response.end(
        `<p class="error">Wrong: ${body.get("pass")}</p>${form("/login", fields(this.#token()))}`,
      );
    }
  }

  #trust(route: string, { request, response }: Exchange): void {
    const pending = /\bpending=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
    if (!this.pending.has(pending)) response.writeHead(302, { location: "/login" }).end();
    else if (route === "POST /trust") this.#welcome(response);
    else {
      response.end(form("/trust", `<input type="hidden" name="csrf" value="${this.#token()}">`));
    }
  }

  #welcome(response: ServerResponse): void {
    const sid = randomBytes(8).toString("hex");
    this.sessions.add(sid);
    const cookie = `sid=${sid}; Path=/; HttpOnly; Max-Age=3600`;
    response.writeHead(303, { location: "/home", "set-cookie": cookie }).end();
  }

  #api(route: string, sid: string, { request, response }: Exchange): void {
    response.setHeader("content-type", "application/json");
    const isIn = this.sessions.has(sid);
    if (route === "GET /api/nonce" && isIn) response.end(JSON.stringify({ nonce: `n-${sid}` }));
    else if (route === "GET /api/me" && isIn) {
      response.end(JSON.stringify({ name: "Ann", nonce: request.headers["x-nonce"] ?? null }));
    } else response.writeHead(401).end("{}");
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const refusals = {
  locked: [{ status: [423] }],
  wrong_password: [
    { css: "p.error", message: "It said: {{steps.login.status}} {{params.password}}" },
  ],
};

/** How the site is signed in to by requests. */
export const byRequests = {
  steps: [
    { kind: "page", id: "form", url: "{{params.site}}/login" },
    {
      kind: "extract",
      id: "token",
      fields: { csrf: { css: "#login input[name=csrf]", attribute: "value" } },
    },
    {
      kind: "request",
      id: "login",
      method: "POST",
      url: "{{params.site}}/login",
      type: "html",
      form: {
        csrf: "{{steps.token.csrf}}",
        user: "{{params.username}}",
        pass: "{{params.password}}",
      },
    },
    {
      kind: "extract",
      id: "trust",
      fields: { csrf: { css: "#login input[name=csrf]", attribute: "value" } },
    },
    {
      kind: "request",
      id: "home",
      method: "POST",
      url: "{{params.site}}/trust",
      type: "html",
      form: { csrf: "{{steps.trust.csrf}}" },
    },
  ],
  ...refusals,
  success: [{ css: "nav.account" }],
  values: { username: "{{params.username}}" },
  session_cookies: "^sid$",
};

/** The same by a browser. */
export const byBrowser = {
  ...byRequests,
  steps: [
    {
      kind: "browser",
      id: "login",
      url: "{{params.site}}/login",
      actions: [
        { type: "click", selector: "#user" },
        { type: "write", text: "{{params.username}}" },
        { type: "click", selector: "#pass" },
        { type: "write", text: "{{params.password}}" },
        { type: "click", selector: "#go" },
        {
          type: "wait_for",
          selector: "form[action='/trust'], .error, [name=c], .g-recaptcha, p, h1",
        },
      ],
    },
    {
      kind: "extract",
      id: "trust",
      fields: { csrf: { css: "form[action='/trust'] input[name=csrf]", attribute: "value" } },
    },
    {
      kind: "browser",
      id: "home",
      url: "{{params.site}}/trust",
      actions: [
        { type: "click", selector: "#go" },
        { type: "wait_for", selector: "nav.account" },
      ],
    },
  ],
};

/** What reads the signed-in user. */
export const readsMe = {
  action_id: "members.get_me",
  auth_mode: "optional",
  parameters: [parameter("site", { required: true, format: "site", examples: ["shop.example"] })],
  steps: [{ kind: "request", id: "me", url: "{{params.site}}/api/me" }],
  output: "{{steps.me.body}}",
};

/** The site's entry; its login by requests unless others are given. */
export function membersEntry(parts: Readonly<Record<string, unknown>> = {}): Site {
  return actionOf(readsMe, {
    slug: "members",
    name: "Members",
    hosts: [],
    auth_types: ["credentials"],
    auth: {
      cookies: true,
      steps: [{ kind: "request", id: "nonce", url: "{{params.site}}/api/nonce" }],
      headers: {
        "x-nonce": "{{steps.nonce.body.nonce}}",
        authorization: "Bearer {{credential.token}}",
      },
    },
    login_input: [
      parameter("site", { required: true, format: "site", examples: ["shop.example"] }),
      parameter("username", { required: true }),
      parameter("password", { required: true, secret: true }),
    ],
    login: byRequests,
    ...parts,
  }).site;
}

/** A login over a fetcher that may reach loopback. */
export async function logInOnce(
  entry: Site,
  call: LoginCall,
  parts: Partial<RunnerCollaborators> = {},
) {
  await using fetcher = createFetcher(
    { ...(parts.clock !== undefined && { clock: parts.clock }) },
    { allow: ["127.0.0.1", "localhost"] },
  );
  return await createRunner({ fetcher, ...parts }, { pace: false }).logIn(entry, call);
}
