import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { completionText, serveChat, type ChatServer } from "../../ai/chat-server.ts";
import { KEY } from "../../visibility/engine-formats.ts";
import { serveEngine, type EngineServer } from "../../visibility/engine-server.ts";
import { facts } from "../../visibility/facts.ts";
import { ScriptedJudge } from "../../visibility/scripted-judge.ts";
import { run, type Ran } from "../run.ts";

const [tower] = facts;
if (tower === undefined) throw new Error("There is no fact.");

/** What engines are asked. */
export const query = tower.query;

const page = (host: string, title = "") => ({ url: `https://${host}.example/`, title });

/** What the servers say at first. */
export const said = {
  xai: {
    text: `${tower.right[0]} Acme built it.`,
    sources: [page("tower", "The tower"), page("acme")],
  },
  mistral: { text: `${tower.right[0]} Globex, then Acme say so.`, sources: [page("tower")] },
  gemini: { text: tower.wrong[0], sources: [page("other")] },
  openai: { text: tower.right[0], sources: [page("tower")] },
} as const;

type Name = keyof typeof said;

/** Engines on loopback, a folder to run in, and the environment that names them. */
export interface VisibilityRig extends AsyncDisposable {
  readonly folder: string;
  readonly env: Record<string, string>;
  readonly servers: Readonly<Record<Name, EngineServer>>;
  /** Runs `dragline visibility` with the question. */
  ask(...flags: readonly string[]): Promise<Ran>;
}

/** Opens engines; those that are named are configured, the others not. */
export async function openRig(...names: readonly Name[]): Promise<VisibilityRig> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-visibility-"));
  const env: Record<string, string> = {};
  const servers = {
    xai: await serveEngine("xai"),
    mistral: await serveEngine("mistral"),
    gemini: await serveEngine("gemini"),
    openai: await serveEngine("openai"),
  };
  for (const name of Object.keys(said) as Name[]) servers[name].answer = said[name];
  for (const name of names) {
    env[`DRAGLINE_${name.toUpperCase()}_KEY`] = KEY;
    env[`DRAGLINE_${name.toUpperCase()}_URL`] = servers[name].origin;
  }
  return {
    folder,
    env,
    servers,
    ask: (...flags) => run(["visibility", query, ...flags], { env }),
    async [Symbol.asyncDispose]() {
      for (const server of Object.values(servers)) await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A model on loopback that compares answers, and writes a synthesis that half holds. */
export async function serveJudge(env: Record<string, string>): Promise<ChatServer> {
  const judge = new ScriptedJudge();
  const server = await serveChat((response, { body }) => {
    const prompt = body.messages.map(({ content }) => {
      return { role: "user" as const, content: [{ type: "text" as const, text: content }] };
    });
    void answer(judge, prompt).then((content) => {
      response.setHeader("content-type", "application/json");
      response.end(completionText({ content }));
    });
  });
  env["DRAGLINE_AI_URL"] = server.baseUrl;
  env["DRAGLINE_AI_MODEL"] = "any";
  return server;
}

type Prompt = Parameters<ScriptedJudge["doGenerate"]>[0]["prompt"];

async function answer(judge: ScriptedJudge, prompt: Prompt): Promise<string> {
  const isSynthesis = JSON.stringify(prompt).includes("Cite every answer that says the same");
  if (isSynthesis) return JSON.stringify({ sentences: synthesis });
  const call = { prompt } as Parameters<ScriptedJudge["doGenerate"]>[0];
  const [part] = (await judge.doGenerate(call)).content;
  return part !== undefined && "text" in part ? String(part.text) : "";
}

const synthesis = [
  {
    text: "The Orlen tower is 330 metres tall.",
    citations: [{ answer: "S1", quote: "The Orlen tower is 330 metres tall", pages: ["P1", "P9"] }],
  },
  {
    text: "The Orlen tower is 500 metres tall.",
    citations: [{ answer: "S1", quote: "The Orlen tower is 330 metres tall", pages: ["P1"] }],
  },
];
