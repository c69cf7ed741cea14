import { click, fill, look } from "../agent/policy-model.ts";
import {
  boats,
  facts,
  json,
  page,
  search,
  searchProposal,
  searchTurns,
  seen,
  unseenSearches,
  type BuildSite,
} from "./build-sites.ts";

/** A page that asks for JSON by script and shows it. */
function scripted(fetching: string, extra = ""): string {
  return `${extra}<label>Words <input id=w></label><button id=b>Search</button><ul id=out></ul><script>
    document.getElementById("b").addEventListener("click", async () => {
      const q = document.getElementById("w").value;
      const found = await (${fetching})(q);
      document.getElementById("out").innerHTML = found.map((b) => "<li>" + b.name + ", " + b.price + ", " + b.harbour).join("");
    });
  </script>`;
}

const plain = (list: typeof boats) =>
  list.map(({ id, name, price, harbour }) => ({ id, name, price, harbour }));

/** A JSON API behind a page with a button. */
export const jsonApi: BuildSite = {
  goal: "Search for boats by words.",
  answer(arrival) {
    if (arrival.path === "/api/boats") {
      const found = plain(search(arrival.query.get("q") ?? ""));
      return json(arrival, arrival.isNew ? { result: { hits: found } } : { boats: found });
    }
    return page(
      arrival,
      "Boats",
      scripted(
        `(q) => fetch("/api/boats?q=" + encodeURIComponent(q)).then((r) => r.json()).then((j) => j.boats)`,
      ),
    );
  },
  turns: searchTurns,
  proposal: searchProposal(seen(search("red"))),
  unseen: unseenSearches,
};

const SCHEMA = `query Find($words: String!) { boats(words: $words) { edges { node { name price harbour } } } }`;

/** GraphQL. */
export const graphQl: BuildSite = {
  goal: "Search for boats by words.",
  answer(arrival) {
    if (arrival.path === "/graphql") {
      const { variables, query } = JSON.parse(arrival.body || "{}") as {
        variables?: { words?: string };
        query?: string;
      };
      if (query !== SCHEMA) return json(arrival, { errors: [{ message: "Unknown query" }] }, 400);
      const edges = search(variables?.words ?? "").map(({ name, price, harbour }) => ({
        node: { name, price, harbour },
      }));
      return json(
        arrival,
        arrival.isNew ? { data: { fleet: edges } } : { data: { boats: { edges } } },
      );
    }
    const body = `JSON.stringify({ query: ${JSON.stringify(SCHEMA)}, variables: { words: q } })`;
    return page(
      arrival,
      "Boats",
      scripted(
        `(q) => fetch("/graphql", { method: "POST", headers: { "content-type": "application/json" }, body: ${body} }).then((r) => r.json()).then((j) => j.data.boats.edges.map((e) => e.node))`,
      ),
    );
  },
  turns: searchTurns,
  proposal: searchProposal(seen(search("red"))),
  unseen: unseenSearches,
};

let nonces = 0;
const given = new Set<string>();

function newNonce(): string {
  nonces += 1;
  const nonce = `n${(nonces * 7_919).toString(36)}x${(nonces * 104_729).toString(36)}q81`;
  given.add(nonce);
  return nonce;
}

/** Scripts that send a nonce of the page with each request. */
export const xhrNonce: BuildSite = {
  goal: "Search for boats by words.",
  answer(arrival) {
    if (arrival.path === "/find") {
      const nonce = arrival.headers["x-nonce"];
      if (!given.has(String(nonce))) return json(arrival, { error: "stale nonce" }, 403);
      return json(arrival, {
        [arrival.isNew ? "rows" : "items"]: plain(search(arrival.query.get("words") ?? "")),
      });
    }
    const nonce = newNonce();
    return page(
      arrival,
      "Boats",
      scripted(
        `(q) => fetch("/find?words=" + encodeURIComponent(q), { headers: { "X-Nonce": window.settings.nonce } }).then((r) => r.json()).then((j) => j.items)`,
        `<script>window.settings = { version: 3, nonce: "${nonce}" };</script>`,
      ),
    );
  },
  turns: searchTurns,
  proposal: searchProposal(seen(search("red"))),
  unseen: unseenSearches,
};

/** A list that grows when it is scrolled. */
export const infiniteScroll: BuildSite = {
  goal: "List all boats.",
  answer(arrival) {
    if (arrival.path === "/feed") {
      const from = Number(arrival.query.get("offset") ?? 0);
      const items = plain(boats.slice(from, from + 10));
      return json(arrival, arrival.isNew ? { page: items } : { items, total: boats.length });
    }
    return page(
      arrival,
      "Boats",
      `<div id=out></div><script>
        let at = 0, busy = false;
        async function more() {
          if (busy) return; busy = true;
          const { items } = await (await fetch("/feed?offset=" + at)).json();
          at += items.length;
          for (const b of items) { const p = document.createElement("p"); p.style.height = "150px"; p.textContent = b.name + ", " + b.price + ", " + b.harbour; document.getElementById("out").append(p); }
          busy = items.length === 0;
        }
        addEventListener("scroll", () => { if (scrollY + innerHeight > document.body.scrollHeight - 300) more(); });
        more();
      </script>`,
    );
  },
  turns: [
    look,
    () => ["scroll", { direction: "down" }],
    () => ["scroll", { direction: "down" }],
    look,
  ],
  proposal: {
    name: "list_boats",
    title: "List boats",
    description: "Lists the boats with price and harbour.",
    type: "read",
    parameters: [],
    result: facts(boats.slice(0, 12)),
  },
  unseen: [
    { params: { limit: 25 }, data: facts(boats.slice(0, 25)) },
    { params: { limit: 1000 }, data: facts(boats) },
  ],
};

/** A single-page application: a search, then a boat by its number. */
export const singlePage: BuildSite = {
  goal: "Get a boat by its name.",
  answer(arrival) {
    const { path, query } = arrival;
    if (path === "/api/search")
      return json(arrival, {
        matches: search(query.get("q") ?? "").map(({ id, name }) => ({ id, name })),
      });
    const boat = boats.find(({ id }) => path === `/api/boats/${id}`);
    if (boat !== undefined) {
      return json(
        arrival,
        arrival.isNew
          ? { boat: { ...boat, title: boat.name, name: undefined } }
          : { boat: { ...boat, crew: 2 } },
      );
    }
    return page(
      arrival,
      "Boats",
      `<div id=app></div><script>
        const app = document.getElementById("app");
        async function route() {
          const [, where, id] = location.hash.split("/");
          if (where !== "boat") { app.innerHTML = '<label>Words <input id=w></label><button id=b>Search</button><ul id=out></ul>'; document.getElementById("b").onclick = find; return; }
          const { boat } = await (await fetch("/api/boats/" + id)).json();
          app.innerHTML = "<h2>" + boat.name + "</h2><dl><dt>Price<dd>" + boat.price + "<dt>Harbour<dd>" + boat.harbour + "</dl>";
        }
        async function find() {
          const { matches } = await (await fetch("/api/search?q=" + encodeURIComponent(document.getElementById("w").value))).json();
          document.getElementById("out").innerHTML = matches.map((m) => '<li><a href="#/boat/' + m.id + '">' + m.name + "</a>").join("");
        }
        addEventListener("hashchange", route); route();
      </script>`,
    );
  },
  turns: [
    fill(/"Words"/, "red sloop"),
    look,
    click(/button "Search"/),
    look,
    click(/link "Red sloop"/),
    look,
  ],
  proposal: {
    name: "get_boat",
    title: "Get a boat",
    description: "Gets one boat by its name, with price and harbour.",
    type: "read",
    parameters: [
      {
        name: "boat",
        type: "string",
        description: "Name of the boat.",
        value: "red sloop",
        other: "Green yawl",
      },
    ],
    result: seen(search("red sloop"))[0],
  },
  unseen: [
    { params: { boat: "Blue ketch" }, data: facts(search("Blue ketch"))[0] },
    { params: { boat: "Black skiff" }, data: facts(search("Black skiff"))[0] },
  ],
};
