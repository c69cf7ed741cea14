import { samplesScript } from "./samples-script.ts";

/** Fills a route in when it is opened, and sends what is tried. It makes text nodes, never HTML. */
export const docsScript = `"use strict";
${samplesScript}
const { base, description } = document.body.dataset;
const key = document.getElementById("key");
const find = document.getElementById("find");
const routes = [...document.querySelectorAll("details")];
const loading = fetch(description).then((answer) => answer.json());
const MOST_SHOWN = 200000;

function make(name, given = {}, ...children) {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(given)) {
    if (attribute.startsWith("on")) element.addEventListener(attribute.slice(2), value);
    else element.setAttribute(attribute, value);
  }
  element.append(...children);
  return element;
}

function resolved(schema, doc) {
  let at = schema ?? {};
  for (let hop = 0; at.$ref !== undefined && hop < 10; hop += 1) {
    at = at.$ref.split("/").slice(1).reduce((place, name) => place?.[name], doc) ?? {};
  }
  return at;
}

function typeOf(schema, doc) {
  const at = resolved(schema, doc);
  const several = at.anyOf ?? at.oneOf;
  if (several) return [...new Set(several.map((one) => typeOf(one, doc)))].join(" or ");
  if (at.const !== undefined) return JSON.stringify(at.const);
  if (at.enum) return at.enum.map((one) => JSON.stringify(one)).join(", ");
  if (at.items) return "array of " + typeOf(at.items, doc);
  return [at.type ?? "any"].flat().join(" or ");
}

function describe(schema, doc) {
  const at = resolved(schema, doc);
  const bounds = [];
  if (at.minimum !== undefined && Math.abs(at.minimum) < 1e15) bounds.push("from " + at.minimum);
  if (at.maximum !== undefined && Math.abs(at.maximum) < 1e15) bounds.push("to " + at.maximum);
  if (at.default !== undefined) bounds.push("default " + JSON.stringify(at.default));
  return [at.description, bounds.join(" ")].filter(Boolean).join(" · ");
}

function fieldRows(schema, doc, before = "", depth = 0) {
  const at = resolved(schema, doc);
  const one = at.anyOf ?? at.oneOf ?? at.allOf;
  if (one && !at.properties) return one.flatMap((each) => fieldRows(each, doc, before, depth));
  if (at.items) return fieldRows(at.items, doc, before + "[]", depth);
  if (!at.properties || depth > 2) return [];
  return Object.entries(at.properties).flatMap(([name, field]) => {
    const path = before === "" ? name : before + "." + name;
    const isNeeded = (at.required ?? []).includes(name) && resolved(field, doc).default === undefined;
    return [
      row(path, typeOf(field, doc), describe(field, doc), isNeeded && depth === 0),
      ...fieldRows(field, doc, path, depth + 1),
    ];
  });
}

function row(name, type, text, isNeeded) {
  const head = make("th", { scope: "row" }, make("code", {}, name));
  if (isNeeded) head.append(" ", make("span", { class: "need" }, "required"));
  return make("tr", {}, head, make("td", {}, type), make("td", {}, ...marked(text)));
}

function marked(text) {
  return text.split("\`").map((part, at) => (at % 2 === 1 ? make("code", {}, part) : part));
}

function table(rows) {
  return make("div", { class: "scroll" }, make("table", {}, make("tbody", {}, ...rows)));
}

function sampleBlock(current) {
  const code = make("code");
  let shown = "curl";
  const write = () => { code.textContent = samples(current())[shown]; };
  const buttons = ["curl", "JavaScript", "Python"].map((name) => make("button", {
    type: "button",
    "aria-pressed": String(name === shown),
    onclick: () => {
      shown = name;
      for (const one of buttons) one.setAttribute("aria-pressed", String(one.textContent === name));
      write();
    },
  }, name));
  const copy = make("button", {
    type: "button",
    class: "copy",
    onclick: () => navigator.clipboard?.writeText(code.textContent).then(() => { copy.textContent = "Copied"; }, () => {}),
  }, "Copy");
  write();
  return { element: make("div", {}, make("div", { class: "tabs" }, ...buttons, copy), make("pre", { tabindex: "0" }, code)), write };
}

function tryBlock(operation, method, path, doc) {
  const parameters = (operation.parameters ?? []).filter(({ in: place }) => place === "path" || place === "query");
  const inputs = parameters.map((parameter) => {
    const input = make("input", { name: parameter.name, autocomplete: "off" });
    const { example } = resolved(parameter.schema, doc);
    if (parameter.in === "path") input.placeholder = parameter.name;
    else if (example !== undefined) input.placeholder = String(example);
    return { parameter, input };
  });
  const content = operation.requestBody?.content?.["application/json"];
  const body = content && make("textarea", { spellcheck: "false", "aria-label": "Body as JSON" });
  if (body) body.value = JSON.stringify(content.example ?? {}, null, 2);
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1];
  const isJson = success?.content === undefined || "application/json" in success.content;
  const access = operation.security?.length === 0 ? "public" : "key";
  const current = () => {
    let filled = path;
    const query = new URLSearchParams();
    for (const { parameter, input } of inputs) {
      const value = input.value.trim();
      if (parameter.in === "path") filled = filled.replace("{" + parameter.name + "}", value === "" ? "{" + parameter.name + "}" : encodeURIComponent(value));
      else if (value !== "") query.set(parameter.name, value);
    }
    return { method, path: filled, query: query.toString(), body: body?.value.trim(), access, isJson };
  };
  const sample = sampleBlock(current);
  const told = make("p", { role: "status", class: "quiet" });
  const shown = make("pre", { tabindex: "0", hidden: "" });
  const send = make("button", { type: "submit", class: "send" }, "Send");
  const stop = make("button", { type: "button", hidden: "" }, "Stop");
  const form = make("form", {
    oninput: sample.write,
    onsubmit: (event) => {
      event.preventDefault();
      void run(current(), { told, shown, send, stop });
    },
  });
  if (inputs.length > 0) form.append(make("div", { class: "fields" }, ...inputs.map(({ parameter, input }) => make("label", {}, parameter.name, input))));
  if (body) form.append(make("div", { class: "body" }, body));
  form.append(make("div", { class: "tabs" }, send, stop), told, shown);
  return [make("h3", {}, "Example"), sample.element, make("h3", {}, "Try it"), form];
}

async function run(call, { told, shown, send, stop }) {
  shown.hidden = true;
  if (call.path.includes("{")) { told.textContent = "Fill in what the path needs."; return; }
  if (call.access === "key" && key.value.trim() === "") {
    told.textContent = "Enter your API key at the top of the page.";
    key.focus();
    return;
  }
  const ended = new AbortController();
  stop.onclick = () => ended.abort();
  send.disabled = true;
  told.textContent = "Waiting for the answer …";
  const headers = {};
  if (key.value.trim() !== "") headers["X-API-Key"] = key.value.trim();
  if (call.body) headers["Content-Type"] = "application/json";
  try {
    const answer = await fetch(base + call.path + (call.query === "" ? "" : "?" + call.query), {
      method: call.method, headers, body: call.body || undefined, signal: ended.signal, credentials: "omit",
    });
    stop.hidden = false;
    told.textContent = "Answered with " + answer.status + ".";
    await show(answer, shown);
  } catch {
    told.textContent += ended.signal.aborted ? " Stopped." : " The service could not be reached.";
  }
  send.disabled = false;
  stop.hidden = true;
}

async function show(answer, shown) {
  const type = answer.headers.get("content-type") ?? "";
  shown.textContent = "";
  shown.hidden = false;
  if (!/json|text/.test(type)) {
    shown.textContent = type + ", " + (await answer.arrayBuffer()).byteLength + " bytes";
    return;
  }
  const decoder = new TextDecoder();
  let text = "";
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    shown.textContent = text.slice(0, MOST_SHOWN);
  }
  if (/json/.test(type)) {
    try { text = JSON.stringify(JSON.parse(text), null, 2); } catch {}
  }
  shown.textContent = text.length > MOST_SHOWN ? text.slice(0, MOST_SHOWN) + " …" : text;
}

async function fill(details) {
  const { method, path } = details.dataset;
  const rest = make("div", { class: "rest" }, make("p", { class: "quiet" }, "Loading …"));
  details.append(rest);
  try {
    const doc = await loading;
    const operation = doc.paths[path]?.[method];
    const parts = [make("p", { class: "quiet" }, ...marked(operation.description ?? ""))];
    const parameters = operation.parameters ?? [];
    if (parameters.length > 0) {
      parts.push(make("h3", {}, "Parameters"), table(parameters.map((one) => row(one.name, typeOf(one.schema, doc), [one.description, describe(one.schema, doc)].filter(Boolean)[0] ?? "", one.required))));
    }
    const body = operation.requestBody?.content?.["application/json"];
    if (body) parts.push(make("h3", {}, "Body"), table(fieldRows(body.schema, doc)));
    parts.push(...tryBlock(operation, method.toUpperCase(), path, doc), make("h3", {}, "Answers"));
    const answers = Object.entries(operation.responses).map(([status, answer]) => {
      const type = Object.keys(answer.content ?? {})[0] ?? "";
      return row(status, type === "application/json" ? "JSON" : type, answer.description ?? "", false);
    });
    parts.push(table(answers));
    const ok = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1];
    const fields = fieldRows(ok?.content?.["application/json"]?.schema, doc);
    if (fields.length > 0) parts.push(make("h3", {}, "Fields of the answer"), table(fields));
    rest.replaceChildren(...parts);
  } catch {
    rest.textContent = "The description could not be read. Load the page again.";
  }
}

for (const details of routes) {
  details.addEventListener("toggle", () => {
    if (!details.open || details.querySelector(".rest")) return;
    void fill(details);
    history.replaceState(null, "", "#" + details.id);
  });
}

function filter() {
  const words = find.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const details of routes) {
    const text = (details.dataset.method + " " + details.dataset.path + " " + details.textContent).toLowerCase();
    details.hidden = !words.every((word) => text.includes(word));
  }
  for (const section of document.querySelectorAll("main section")) {
    section.hidden = [...section.querySelectorAll("details")].every((one) => one.hidden);
  }
  document.getElementById("none").hidden = routes.some((one) => !one.hidden);
}
find.addEventListener("input", filter);
document.getElementById("tools").addEventListener("submit", (event) => event.preventDefault());

const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
if (named?.tagName === "DETAILS") named.open = true;
`;
