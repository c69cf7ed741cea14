import { click, fill, look } from "../agent/policy-model.ts";
import {
  boats,
  facts,
  page,
  row,
  search,
  searchForm,
  searchProposal,
  searchTurns,
  seen,
  unseenSearches,
  type Arrival,
  type Boat,
  type BuildSite,
} from "./build-sites.ts";

function list(arrival: Arrival, found: readonly Boat[]): string {
  const rows = found.map((boat) => row(arrival, boat)).join("");
  const head = "<tr><th>Name<th>Price<th>Harbour</tr>";
  return arrival.isNew
    ? `<div class=grid>${rows}</div>`
    : `<table class=boats>${head}${rows}</table>`;
}

/** A table of what was found. */
export const htmlTable: BuildSite = {
  goal: "Search for boats by words.",
  answer(arrival) {
    if (arrival.path === "/search")
      return page(arrival, "Found boats", list(arrival, search(arrival.query.get("q") ?? "")));
    return page(arrival, "Boats", searchForm("/search"));
  },
  turns: searchTurns,
  proposal: searchProposal(seen(search("red"), 3)),
  unseen: unseenSearches,
};

/** A list on several pages, by their number. */
export const paginated: BuildSite = {
  goal: "List all boats.",
  answer(arrival) {
    const at = Number(arrival.query.get("page") ?? 1);
    const shown = boats.slice((at - 1) * 10, at * 10);
    const next =
      at * 10 < boats.length ? `<a class=next href="/?page=${at + 1}">Next page</a>` : "";
    const none = shown.length === 0 ? "<p>There are no boats here.</p>" : "";
    page(arrival, "Boats", `${list(arrival, shown)}${none}${next}`);
  },
  turns: [look, click(/link "Next page"/), look],
  proposal: {
    name: "list_boats",
    title: "List boats",
    description: "Lists the boats with price and harbour.",
    type: "read",
    parameters: [],
    result: facts(boats.slice(0, 14)),
  },
  unseen: [
    { params: { limit: 23 }, data: facts(boats.slice(0, 23)) },
    { params: { limit: 5 }, data: facts(boats.slice(0, 5)) },
  ],
};

let tokens = 0;
const given = new Set<string>();

/** A form with a token against forged requests, and a session that it belongs to. */
export const csrfForm: BuildSite = {
  goal: "Search for boats by words.",
  answer(arrival) {
    const { path, form, cookies, response } = arrival;
    if (path === "/search") {
      const [session, token] = [/sid=(\w+)/.exec(cookies)?.[1], form.get("csrf")];
      if (session === undefined || !given.has(`${session} ${token}`)) {
        response.statusCode = 403;
        return page(arrival, "Refused", "<p>The form has expired.</p>");
      }
      return page(arrival, "Found boats", list(arrival, search(form.get("q") ?? "")));
    }
    if (path !== "/") return page(arrival, "Nothing", "");
    tokens += 1;
    const [session, token] = [
      `s${tokens}a${tokens * 31}`,
      `tok3n${(tokens * 15_485_863).toString(36)}`,
    ];
    given.add(`${session} ${token}`);
    response.setHeader("set-cookie", `sid=${session}; Path=/; HttpOnly`);
    return page(
      arrival,
      "Boats",
      searchForm("/search", `<input type=hidden name=csrf value="${token}">`, "post"),
    );
  },
  turns: searchTurns,
  proposal: searchProposal(seen(search("red"), 3)),
  unseen: unseenSearches,
};

const sessions = new Set<string>();

/** What only those who are signed in see. */
export const cookieLogin: BuildSite = {
  goal: "Show the account's orders for a year.",
  credential: { username: "ann", password: "open-sesame-81" },
  answer(arrival) {
    const { path, method, form, cookies, response, query } = arrival;
    const isIn = [...sessions].some((one) => cookies.includes(`auth=${one}`));
    if (path === "/login" && method === "POST") {
      if (form.get("user") !== "ann" || form.get("word") !== "open-sesame-81") {
        return page(arrival, "Log in", "<p>Wrong name or password.</p>");
      }
      const session = `a${sessions.size}b77c`;
      sessions.add(session);
      response.writeHead(303, { location: "/account", "set-cookie": `auth=${session}; Path=/` });
      return void response.end();
    }
    if (path === "/login" || !isIn) {
      if (path !== "/login") {
        response.writeHead(302, { location: "/login" });
        return void response.end();
      }
      return page(
        arrival,
        "Log in",
        `<form method=post action=/login><label>Name <input name=user></label><label>Password <input type=password name=word></label><button>Log in</button></form>`,
      );
    }
    const year = query.get("year");
    const yearForm = `<form action=/orders><label>Year <input name=year></label><button>Show</button></form><a href=/logout>Log out</a>`;
    if (year === null) return page(arrival, "Account", yearForm);
    const bought = boats.filter(({ id }) => id % 3 === Number(year) % 3);
    return page(arrival, `Orders of ${year}`, `${list(arrival, bought)}${yearForm}`);
  },
  turns: [
    look,
    fill(/"Name"/, "{{secret.username}}"),
    look,
    fill(/"Password"/, "{{secret.password}}"),
    look,
    click(/button "Log in"/),
    look,
    fill(/"Year"/, "2024"),
    look,
    click(/button "Show"/),
    look,
  ],
  proposal: {
    name: "list_orders",
    title: "List orders",
    description: "Lists the boats that the account ordered in a year.",
    type: "read",
    parameters: [
      {
        name: "year",
        type: "integer",
        description: "Year of the orders.",
        value: 2024,
        other: 2025,
      },
    ],
    result: facts(boats.filter(({ id }) => id % 3 === 2024 % 3)).slice(0, 3),
  },
  unseen: [
    { params: { year: 2023 }, data: facts(boats.filter(({ id }) => id % 3 === 2023 % 3)) },
    { params: { year: 2026 }, data: facts(boats.filter(({ id }) => id % 3 === 2026 % 3)) },
  ],
};

/** A table to download. */
export const csvDownload: BuildSite = {
  goal: "Get the price list of a harbour.",
  answer(arrival) {
    const { path, query, response, isNew } = arrival;
    const here = boats.filter(
      ({ harbour }) => harbour.toLowerCase() === query.get("harbour")?.toLowerCase(),
    );
    if (path === "/prices.csv") {
      const lines = here.map(({ name, price, harbour }) =>
        isNew ? `${harbour};${price};${name}` : `${name},${price},${harbour}`,
      );
      response.setHeader("content-type", "text/csv");
      response.setHeader("content-disposition", 'attachment; filename="prices.csv"');
      return void response.end(
        [isNew ? "Port;Cost;Boat" : "Name,Price,Harbour", ...lines].join("\n"),
      );
    }
    const shown = query.get("harbour");
    const link =
      shown === null
        ? ""
        : `<p>${here.length} boats. <a href="/prices.csv?harbour=${encodeURIComponent(shown)}">Download the list</a></p>${list(arrival, here.slice(0, 2))}`;
    return page(
      arrival,
      "Prices",
      `<form><label>Harbour <input name=harbour></label><button>Show</button></form>${link}`,
    );
  },
  turns: [
    fill(/"Harbour"/, "Kiel"),
    look,
    click(/button "Show"/),
    look,
    click(/link "Download/),
    look,
  ],
  proposal: {
    name: "list_prices",
    title: "List prices",
    description: "Lists the boats of a harbour with their prices.",
    type: "read",
    parameters: [
      {
        name: "harbour",
        type: "string",
        description: "Name of the harbour.",
        value: "Kiel",
        other: "Oslo",
      },
    ],
    result: facts(boats.filter(({ harbour }) => harbour === "Kiel")),
  },
  unseen: ["Porto", "Genoa"].map((name) => ({
    params: { harbour: name },
    data: facts(boats.filter(({ harbour }) => harbour === name)),
  })),
};

/** A search that sends its visitor on twice. */
export const redirects: BuildSite = {
  goal: "Search for boats by words.",
  answer(arrival) {
    const { path, query, response } = arrival;
    if (path === "/go") {
      const words = encodeURIComponent(query.get("q") ?? "");
      response.writeHead(302, { location: `/r?w=${words}`, "set-cookie": "seen=1; Path=/" });
      return void response.end();
    }
    if (path === "/r") {
      response.writeHead(303, { location: `/results/${encodeURIComponent(query.get("w") ?? "")}` });
      return void response.end();
    }
    if (path.startsWith("/results/")) {
      return page(arrival, "Found boats", list(arrival, search(decodeURIComponent(path.slice(9)))));
    }
    return page(arrival, "Boats", searchForm("/go"));
  },
  turns: searchTurns,
  proposal: searchProposal(seen(search("red"), 3)),
  unseen: unseenSearches,
};

/** A page in frames: the form in one, what was found in another. */
export const frames: BuildSite = {
  goal: "Search for boats by words.",
  answer(arrival) {
    const { path, query } = arrival;
    if (path === "/form")
      return page(arrival, "Form", searchForm("/found").replace("<form ", "<form target=found "));
    if (path === "/found")
      return page(
        arrival,
        "Found boats",
        query.get("q") === null ? "" : list(arrival, search(query.get("q") ?? "")),
      );
    return page(
      arrival,
      "Boats",
      `<iframe src=/form width=600 height=200></iframe><iframe name=found src=/found width=600 height=500></iframe>`,
    );
  },
  turns: searchTurns,
  proposal: searchProposal(seen(search("red"), 3)),
  unseen: unseenSearches,
};
