import { fitted } from "../messages/fit.ts";
import { plainBody } from "../messages/message.ts";
import type { TargetText } from "../targets/target-text.ts";
import { sentBy } from "./http-calls.ts";
import { unfit, type Receiver, type Service } from "./service.ts";

/** Bytes of a message; the server makes a file of what is longer. */
const MOST_BYTES = 4096;
const CLOUD = "ntfy.sh";
const TOPIC = /^[\w-]{1,64}$/;
const PRIORITIES = ["min", "low", "default", "high", "max"];

const form = {
  title: "ntfy",
  schemes: ["ntfy", "ntfys"],
  forms: ["ntfy://TOPIC", "ntfys://[USER:PASSWORD@ or TOKEN@]HOST/TOPIC"],
} as const;

/** Push messages of ntfy.sh, or of a server of one's own. */
export const ntfy: Service = {
  ...form,
  read(target) {
    const { scheme, host, path, query } = target;
    const [topic = "", ...more] = path.length === 0 ? [host] : path;
    if (!TOPIC.test(topic) || more.length > 0) {
      throw unfit(form, "the topic must be one name of letters, digits, '_' and '-'");
    }
    const isCloud = path.length === 0 || host.toLowerCase() === CLOUD;
    const origin = isCloud
      ? `https://${CLOUD}`
      : `${scheme === "ntfy" ? "http" : "https"}://${host}`;
    const url = URL.parse(`${origin}/`);
    if (url === null) throw unfit(form, "the host is not one");
    const headers = authorization(target);
    const settings = { ...priorityOf(query.get("priority")), ...tagsOf(query.get("tags")) };
    const secrets = [topic, target.user, target.password];
    return {
      label: `ntfy at ${url.host}`,
      url,
      secrets,
      send: async ({ message }, { http }, signal) => {
        const size = (text: string): number => Buffer.byteLength(text);
        const body = fitted({ ...message, url: null }, plainBody, { most: MOST_BYTES, size });
        const click = message.url === null ? {} : { click: message.url };
        const json = { topic, title: message.title, message: body, ...click, ...settings };
        const answer = await http.ask({ method: "POST", url, headers, json }, signal);
        return sentBy(answer, {
          title: form.title,
          reason: ({ json: said }) => said["error"],
          secrets,
        });
      },
    } satisfies Receiver;
  },
};

function authorization({ user, password }: TargetText): Record<string, string> {
  if (user === "") return {};
  if (password === "") return { authorization: `Bearer ${user}` };
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
}

function priorityOf(text: string | null): { readonly priority?: number } {
  if (text === null) return {};
  const number = PRIORITIES.indexOf(text.toLowerCase()) + 1 || Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= 5) return { priority: number };
  throw unfit(form, `'priority' takes 1 to 5, or ${PRIORITIES.join(", ")}`);
}

function tagsOf(text: string | null): { readonly tags?: readonly string[] } {
  return text === null ? {} : { tags: text.split(",").slice(0, 20) };
}
