import { csrfField } from "../../layout/layout.ts";
import { options } from "../../layout/pieces.ts";
import { markup, type Fill, type Markup } from "../../markup.ts";
import type { Visit } from "../../page.ts";
import type { LoginChoices } from "./login-choices.ts";

/** A form that makes or changes a monitor. */
interface MonitorForm {
  /** What the fields have. */
  readonly fields: URLSearchParams;
  /** Where it is sent, without the base. */
  readonly action: string;
  /** Where it is sent for a screenshot to pick values on. */
  readonly pickAction: string;
  /** What sends it. */
  readonly button: string;
  /** What the page or the action can be signed in with. */
  readonly logins: LoginChoices;
  /** A screenshot to pick values on, or why there is none. */
  readonly picker?: Fill;
}

const scopes = [
  ["page", "one page"],
  ["site", "the pages of a site"],
  ["wire", "the result of a Wire action"],
] as const;

const modes = [
  ["full_page", "all of it"],
  ["specific_data", "values on it"],
] as const;

const formats = [
  ["markdown", "markdown"],
  ["cleaned_html", "cleaned HTML"],
  ["html", "HTML"],
] as const;

/** Everything that a monitor can be told. */
export function monitorForm(
  { base, signedIn }: Pick<Visit, "base" | "signedIn">,
  { fields, action, pickAction, button, logins, picker }: MonitorForm,
): Markup {
  return markup`<form method="post" action="${base}${action}" class="fields">${csrfField(signedIn)}
<div class="card">
<div class="row"><label class="wide">URL <input name="url" type="url" required maxlength="2048" placeholder="https://example.com/" value="${fields.get("url")}"></label>
<label>Check every … minutes <input name="intervalMinutes" type="number" min="15" max="43200" required value="${fields.get("intervalMinutes") ?? "60"}"></label></div>
<div class="row"><label>Watch <select name="scope">${options(scopes, fields.get("scope") ?? "page")}</select></label>
<label>Of a page <select name="watchMode">${options(modes, fields.get("watchMode") ?? "full_page")}</select></label>
<label>Signed in as <select name="sessionId" aria-describedby="session-help">${options(logins.sessions, fields.get("sessionId") ?? "")}</select></label>
<button formaction="${base}${pickAction}">Pick values on a screenshot</button></div>
<p class="quiet" id="session-help">With a <a href="${base}/sessions">saved session</a> the page is read in a browser that is logged in.</p>
<p class="quiet">A screenshot costs as much as a scrape. Values are read from the elements that you pick, without a model.</p>
${picker}</div>
${alerts(fields)}${more(fields, logins)}
<button class="main">${button}</button></form>`;
}

function alerts(fields: URLSearchParams): Markup {
  return markup`<div class="card"><h2>Whom to tell of a change</h2><div class="row">
<label class="wide">Webhook URL <input name="alertWebhookUrl" type="url" maxlength="2048" value="${fields.get("alertWebhookUrl")}" placeholder="https://example.com/hook"></label>
<label class="wide">E-mail addresses, with commas between them <input name="alertEmails" maxlength="4096" value="${fields.get("alertEmails")}"></label></div>
<p class="quiet">Webhook endpoints of the account that take <code>monitor.change</code> are told as well.</p></div>`;
}

function more(fields: URLSearchParams, { credentials }: LoginChoices): Markup {
  const text = (name: string): string | null => fields.get(name);
  const area = (name: string, label: string): Markup =>
    markup`<label class="wide">${label} <textarea name="${name}" spellcheck="false">${text(name)}</textarea></label>`;
  return markup`<details class="card"><summary>How pages are fetched, how long it watches, what counts</summary>
<div class="row">${check(fields, "useBrowser", "in a browser")}${check(fields, "aiMode", "a model judges which changes matter")}</div>
<div class="row"><label>Country <input name="country" pattern="[A-Za-z]{2}" maxlength="2" value="${text("country") ?? "us"}"></label>
<label>Kept and compared as <select name="watchFormat">${options(formats, text("watchFormat") ?? "markdown")}</select></label>
<label>Stops after <input name="expiresAt" type="date" value="${text("expiresAt")}"></label></div>
<label>What matters, for the model <input name="aiGoal" maxlength="2000" value="${text("aiGoal")}"></label></details>
<details class="card"${isFilled(fields, "outputSchema") && markup` open`}><summary>Values by a JSON Schema</summary>
<label for="outputSchema">Each property is a value; <code>x-selector</code> says where it stands, and without one the page's data, then a model, is asked</label>
<textarea id="outputSchema" name="outputSchema" spellcheck="false" placeholder='{"type":"object","properties":{"price":{"type":"number","x-selector":".price"}}}'>${text("outputSchema")}</textarea></details>
<details class="card"${text("scope") === "site" && markup` open`}><summary>Pages of a site</summary>
<div class="row"><label>Pages at most <input name="maxPages" type="number" min="1" max="50" value="${text("maxPages") ?? "50"}"></label>
<label>Links from the start <input name="maxDepth" type="number" min="1" max="5" value="${text("maxDepth") ?? "2"}"></label></div>
<div class="row">${area("includePatterns", "Only URLs like these, one a line")}${area("excludePatterns", "No URLs like these")}</div></details>
<details class="card"${text("scope") === "wire" && markup` open`}><summary>Wire action</summary>
<div class="row"><label class="wide">Id of the action <input name="wireActionId" maxlength="256" value="${text("wireActionId")}"></label>
<label>Signs in as <select name="wireCredentialId">${options(credentials, text("wireCredentialId") ?? "")}</select></label></div>
<div class="row">${area("wireParams", "Parameters, as a JSON object")}${area("wireWatchPaths", "Parts of the result, such as items[*].price, one a line; none for all of it")}</div></details>`;
}

function check(fields: URLSearchParams, name: string, label: string): Markup {
  return markup`<label class="check"><input type="checkbox" name="${name}"${fields.has(name) && markup` checked`}> ${label}</label>`;
}

function isFilled(fields: URLSearchParams, name: string): boolean {
  return (fields.get(name) ?? "") !== "";
}
