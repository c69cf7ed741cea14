/** What a model thinks of a sentence and a passage. */
export type Check = (sentence: string, passage: string) => "yes" | "no" | "unsure";

/** The parts of data in a prompt. */
export function partsIn(text: string): { label: string; text: string }[] {
  return [...text.matchAll(/<data (\S+) ([^>]*)>\n([\s\S]*?)\n<\/data \1>/g)].map((match) => ({
    label: match[2] ?? "",
    text: match[3] ?? "",
  }));
}

/** A model's verdicts on the pairs of a prompt; it quotes the end of the passage with a yes. */
export function verdictsIn(prompt: string, check: Check): object {
  const parts = partsIn(prompt);
  const pairs = parts.filter(({ label }) => label.startsWith("sentence of "));
  const verdicts = pairs.map(({ label, text: sentence }) => {
    const pair = label.slice("sentence of ".length);
    const passage = parts.find((part) => part.label === `passage of ${pair}`)?.text ?? "";
    const says = check(sentence, passage);
    return { pair, says, words: says === "yes" ? passage.slice(-1000) : "" };
  });
  return { verdicts };
}
