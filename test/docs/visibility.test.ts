import { describe, expect, it } from "vitest";
import { openRig, query, serveJudge } from "../rooms/node/visibility/rig.ts";
import { documentText } from "../sources.ts";

const [, command = "", output = ""] =
  /<!-- visibility: the command -->\n```sh\n([\s\S]*?)```[\s\S]*?<!-- visibility: its output -->\n```text\n([\s\S]*?)```/.exec(
    documentText("docs/guides/answer-engines.md"),
  ) ?? [];

/** Blocks of an output, whatever their order: engines answer when they like. */
const blocksOf = (text: string): string[] =>
  text
    .replaceAll(/\d+\.\d s$/gm, "0.1 s")
    .trim()
    .split("\n\n")
    .toSorted();

describe("documents: dragline visibility", () => {
  it("prints what it says", async () => {
    const line = command.split("\n").find((each) => each.startsWith("dragline visibility ")) ?? "";
    const [, asked = "", flags = ""] = /^dragline visibility "([^"]+)" (.*)$/.exec(line) ?? [];
    expect(asked).toBe(query);
    await using rig = await openRig("xai", "mistral", "gemini");
    await using _judge = await serveJudge(rig.env);
    for (const name of Object.keys(rig.env).filter((each) => each.endsWith("_KEY"))) {
      expect(command).toContain(`${name}=`);
    }
    const { code, stdout } = await rig.ask(...flags.split(" "));
    expect(code).toBe(0);
    expect(blocksOf(stdout)).toEqual(blocksOf(output));
  }, 60_000);
});
