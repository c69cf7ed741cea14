import { refIn, type MiniwobTask } from "../miniwob.ts";
import { quoted, type Oracles } from "./oracle.ts";

/** The mails in an inbox, and what can be done with each. */
interface Mail {
  readonly sender: string;
  readonly ref: string;
  readonly trash: string;
  readonly star: string;
}

/** Mails of an inbox are starred, deleted, answered, sent on. */
export const mails: Oracles = {
  "email-inbox-delete": doAsked,
  "email-inbox-important": doAsked,
  "email-inbox-noscroll": doAsked,
  "email-inbox-star-reply": doAsked,
  "email-inbox-forward-nl": async (task) => {
    const inbox = mailsIn(await task.allLines());
    const { utterance } = task;
    const from = /(?:by|from) (\w+)|(\w+) (?:sent|wants his)/.exec(utterance);
    const sender = from?.[1] ?? from?.[2] ?? "";
    const others = inbox.map((mail) => mail.sender).filter((name) => name !== sender);
    const to = others.find((name) => utterance.includes(name)) ?? sender;
    await forward(task, mailBy(inbox, sender), to);
  },
};

async function doAsked(task: MiniwobTask): Promise<void> {
  const { utterance } = task;
  const sender = /the email by (\w+)/.exec(utterance)?.[1] ?? "";
  const mail = mailBy(mailsIn(await task.allLines()), sender);
  const to = /forward that email to (\w+)/.exec(utterance)?.[1];
  if (utterance.includes("trash")) await task.clickRef(mail.trash);
  else if (utterance.includes("star icon")) await task.clickRef(mail.star);
  else if (to === undefined) await reply(task, mail);
  else await forward(task, mail, to);
}

async function reply(task: MiniwobTask, mail: Mail): Promise<void> {
  await task.clickRef(mail.ref);
  await task.click(/^- clickable "Reply"/);
  await task.fill(/^- textbox/, quoted(task)[0] ?? "");
  await task.click(/class=send-reply/);
}

async function forward(task: MiniwobTask, mail: Mail, to: string): Promise<void> {
  await task.clickRef(mail.ref);
  await task.click(/^- clickable "Forward"/);
  await task.fill(/^- textbox/, to);
  await task.click(/class=send-forward/);
}

function mailBy(inbox: readonly Mail[], sender: string): Mail {
  const mail = inbox.find((one) => one.sender === sender);
  if (mail === undefined) throw new Error(`no mail by ${sender}`);
  return mail;
}

function mailsIn(lines: readonly string[]): Mail[] {
  return lines.flatMap((line, at) => {
    const ref = /^- clickable \[ref=(e\d+)\]:$/.exec(line)?.[1];
    const sender = /^- text: (.*)/.exec(lines[at + 1] ?? "")?.[1];
    if (ref === undefined || sender === undefined) return [];
    const own = lines.slice(at);
    const [trash, star] = [refIn(own, /class=trash/), refIn(own, /class=star/)];
    return [{ sender, ref, trash, star }];
  });
}
