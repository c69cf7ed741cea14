import { createSite } from "dragline/testing";
import {
  refOf,
  serveScriptedModel,
  type ScriptedCall,
  type ScriptedTurn,
} from "./scripted-model.ts";

const boats = [
  { name: "Red boat", price: "1200", harbour: "Kiel" },
  { name: "Blue boat", price: "950", harbour: "Bergen" },
  { name: "Green boat", price: "3100", harbour: "Porto" },
];

const site = await createSite({
  "/": page(
    "The boat yard",
    '<form action="/search"><label>Words <input name=q></label><button>Search</button></form>',
  ),
  "/search": (request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://localhost");
    const words = (searchParams.get("q") ?? "").toLowerCase();
    const found = boats.filter(({ name }) => name.toLowerCase().includes(words));
    const rows = found.map(
      ({ name, price, harbour }) => `<tr><td>${name}<td>${price}<td>${harbour}`,
    );
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(page("Boats", `<table><tr><th>Boat<th>Price<th>Harbour${rows.join("")}</table>`));
  },
});

const model = await serveScriptedModel((turn) => {
  return turn.tools.includes("propose_action") ? building(turn) : answering(turn);
});

console.log(`export YARD=${site.url("/")}`);
console.log(`export DRAGLINE_AI_URL=${model.url("/v1")} DRAGLINE_AI_MODEL=script`);

/** Searches for "boat" and proposes the search as an action. */
function building({ told, turn }: ScriptedTurn): ScriptedCall {
  if (turn < 3) return searching(told, turn, "boat");
  if (turn > 3) return ["done", { result: "Built." }];
  const words = {
    name: "words",
    type: "string",
    description: "Words in the name of the boats.",
    value: "boat",
    other: "blue",
  };
  const action = {
    name: "search_boats",
    title: "Search for boats",
    description: "Finds boats of the yard by words in their name.",
    type: "read",
    parameters: [words],
    result: boats.slice(0, 2).map((boat) => ({ ...boat, price: Number(boat.price) })),
  };
  return ["propose_action", action];
}

/** Searches for the colour that the question names, and says the price. */
function answering({ question, told, turn }: ScriptedTurn): ScriptedCall {
  const colour = /the (\w+) boat/i.exec(question)?.[1] ?? "red";
  if (turn < 3) return searching(told, turn, colour);
  return ["done", { result: /\| (\d+) \|/.exec(told)?.[1] ?? "" }];
}

/** Three steps: the words, the button, a look at what came. */
function searching(told: string, turn: number, words: string): ScriptedCall {
  if (turn === 0) return ["fill", { ref: refOf(told, /textbox "Words"/), text: words }];
  if (turn === 1) return ["press", { key: "Enter" }];
  return ["look", {}];
}

function page(title: string, body: string): string {
  return `<!doctype html><title>${title}</title><main><h1>${title}</h1>${body}</main>`;
}
