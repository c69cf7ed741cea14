import { isClientError, type Monitor } from "../../../client/index.ts";
import { secretBox } from "../../layout/pieces.ts";
import { troubleText } from "../../layout/trouble.ts";
import { markup, type Fill } from "../../markup.ts";
import type { Outcome, View, Visit } from "../../page.ts";
import { filled } from "../filled.ts";
import { loginChoices } from "./login-choices.ts";
import { monitorForm } from "./monitor-form.ts";
import { askedRequest, fieldsOf, requestOf } from "./monitor-request.ts";
import { chosenValues } from "./picked-schema.ts";
import { picker } from "./picker.ts";

/** The form for a new monitor. */
export async function newMonitor(visit: Visit): Promise<View> {
  return await newView(visit, visit.query);
}

/** What is with the fields of a form. */
interface Around {
  /** Why the form was refused. */
  readonly above?: Fill;
  readonly picker?: Fill;
}

async function newView(visit: Visit, fields: URLSearchParams, around: Around = {}): Promise<View> {
  const form = monitorForm(visit, {
    fields,
    logins: await loginChoices(visit, fields),
    action: "/monitors",
    pickAction: "/monitors/new/pick",
    button: "Watch it",
    picker: around.picker,
  });
  return { title: "Watch a page", body: markup`${around.above}${form}` };
}

/** The form for a new monitor, with a screenshot of the page to pick values on. */
export async function pickForNew(visit: Visit): Promise<View> {
  return await newView(visit, visit.form, { picker: await pickerOf(visit, visit.form) });
}

/** Makes a monitor; its alert secret is shown once. */
export async function createMonitor(visit: Visit): Promise<Outcome> {
  const { api, form, signal } = visit;
  try {
    const monitor = await api.createMonitor(askedRequest(form), { signal });
    return madeOutcome(
      visit,
      monitor,
      "The monitor is made. Its first check has begun: what comes of it shows here.",
    );
  } catch (error) {
    return await newView(visit, form, { above: toldTrouble(error) });
  }
}

/** The form for another definition of a monitor. */
export async function editMonitor(visit: Visit): Promise<View> {
  const monitor = await found(visit);
  return await editView(visit, fieldsOf(requestOf(monitor)));
}

/** The same, with a screenshot. */
export async function pickForEdit(visit: Visit): Promise<View> {
  return await editView(visit, visit.form, { picker: await pickerOf(visit, visit.form) });
}

/** Gives a monitor another definition. */
export async function replaceMonitor(visit: Visit): Promise<Outcome> {
  const { api, form, signal, params } = visit;
  const before = await found(visit);
  try {
    const request = askedRequest(form, requestOf(before));
    const monitor = await api.replaceMonitor({ id: params["id"] ?? "", ...request }, { signal });
    return madeOutcome(visit, monitor, "The monitor is changed.");
  } catch (error) {
    return await editView(visit, form, { above: toldTrouble(error) });
  }
}

async function editView(visit: Visit, fields: URLSearchParams, around: Around = {}): Promise<View> {
  const path = `/monitors/${encodeURIComponent(visit.params["id"] ?? "")}/edit`;
  const form = monitorForm(visit, {
    fields,
    logins: await loginChoices(visit, fields),
    action: path,
    pickAction: `${path}/pick`,
    button: "Save",
    picker: around.picker,
  });
  const body = markup`${around.above}<p class="quiet">Where the URL, what is watched or how it is compared changes, the next check is a new baseline.</p>${form}`;
  return { title: "Change a monitor", body };
}

async function found({ api, params, signal }: Visit): Promise<Monitor> {
  return await api.getMonitor({ id: params["id"] ?? "" }, { signal });
}

async function pickerOf({ api, signal }: Visit, fields: URLSearchParams): Promise<Fill> {
  try {
    const preview = await api.previewMonitor(
      {
        url: filled(fields, "url") ?? "",
        useBrowser: fields.has("useBrowser"),
        country: filled(fields, "country"),
        sessionId: filled(fields, "sessionId") ?? null,
      },
      { signal },
    );
    return picker(preview, chosenValues(fields));
  } catch (error) {
    return toldTrouble(error);
  }
}

/** What was refused, above the form as it was filled in. */
function toldTrouble(error: unknown): Fill {
  if (!isClientError(error) && !(error instanceof RangeError)) throw error;
  return troubleText(error);
}

function madeOutcome({ base }: Visit, { id, alertWebhookSecret }: Monitor, said: string): Outcome {
  const to = `/monitors/${encodeURIComponent(id)}`;
  if (alertWebhookSecret === undefined) return { to, said };
  const body = markup`<p>Alerts to the webhook are signed with this secret. Copy it now: it is shown only this once.</p>
${secretBox(alertWebhookSecret, `${base}${to}`)}`;
  return { title: "The secret of the alerts", said, body };
}
