import type { SitePlan } from "./site-plan.ts";

/** What the crawl has to be told to leave alone; see `exclude`. */
export const excluded: readonly string[] = ["/calendar**", "/excluded/*", "*.exe?v=*"];

const PDF = "%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n";
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

/** Some of each trap for every twenty pages, each linked from a page. */
export function addTraps(plan: SitePlan, pages: readonly string[]): void {
  const rounds = Math.max(1, Math.floor(pages.length / 20));
  for (let round = 0; round < rounds; round += 1) {
    addRedirects(plan, pages, round);
    addFailures(plan, pages, round);
    addFiles(plan, pages, round);
    addForbidden(plan, pages, round);
    addNofollow(plan, pages, round);
    addNoPages(plan, pages);
  }
  plan.deadLink("/", `/${"long/".repeat(20_000)}`, "invalid");
}

function somewhere({ nodes, random }: SitePlan, pages: readonly string[]): string {
  const path = pages[random.below(pages.length)] ?? "/";
  const answer = nodes.get(path)?.answer;
  // What is in a frameset is in frames, which some links cannot be.
  return answer?.kind === "page" && answer.quirk === "frameset" ? "/" : path;
}

function addRedirects(plan: SitePlan, pages: readonly string[], round: number): void {
  const place = (): string => somewhere(plan, pages);
  const steps = 1 + plan.random.below(4);
  let to = place();
  for (let step = steps; step >= 0; step -= 1) {
    to = plan.redirect(`/go/${round}/${step}`, to).path;
  }
  plan.link(place(), to);
  plan.redirect(`/loop/${round}/a`, `/loop/${round}/b`);
  plan.redirect(`/loop/${round}/b`, `/loop/${round}/a`);
  plan.link(place(), `/loop/${round}/a`);
  for (const wants of ["cookie", "session-id", "nothing"] as const) {
    const wall = `/wall/${round}/${wants}`;
    plan.other(wall, { kind: "wall", wants });
    plan.link(place(), wall);
  }
  const out = (path: string, location: string): void => {
    plan.other(path, { kind: "redirect", status: 302, location, to: undefined });
    plan.link(place(), path);
  };
  out(`/leave/${round}`, `{outside}/landing/${round}`);
  out(`/away/${round}`, `http://outside.invalid/${round}`);
  out(`/into/${round}`, `/excluded/${plan.serial()}`);
}

function addFailures(plan: SitePlan, pages: readonly string[], round: number): void {
  for (const status of [404, 410, 500, 403]) {
    const path = `/failing/${round}/${status}`;
    plan.other(path, { kind: "status", status });
    plan.link(somewhere(plan, pages), path);
  }
  plan.redirect(`/go/${round}/gone`, `/failing/${round}/404`);
  plan.link(somewhere(plan, pages), `/go/${round}/gone`);
}

function addFiles(plan: SitePlan, pages: readonly string[], round: number): void {
  const html = "<!doctype html><a href='/hidden/in-a-file'>page</a>";
  const file = (name: string, type: string, body: string | Uint8Array): void => {
    const path = `/files/${round}/${name}`;
    plan.other(path, { kind: "file", type, body });
    plan.link(somewhere(plan, pages), path);
  };
  file("page.bin", "application/octet-stream", html);
  file("report.html", "text/html", PDF);
  file("report.pdf", "application/pdf", PDF);
  file("photo.png", "image/png", PNG);
  file("style.css", "text/css", "a { color: red }");
  file("list.json", "application/json", '{"url": "/hidden/in-json"}');
}

function addForbidden(plan: SitePlan, pages: readonly string[], round: number): void {
  plan.page(`/secret/${round}`, { secret: true });
  plan.link(somewhere(plan, pages), `/secret/${round}`);
  plan.page(`/area/${round}?private=1`, { secret: true });
  plan.link(somewhere(plan, pages), `/area/${round}?private=1`);
  plan.page(`/secret/behind/${round}`, { secret: true });
  plan.redirect(`/go/${round}/secret`, `/secret/behind/${round}`);
  plan.link(somewhere(plan, pages), `/go/${round}/secret`);
}

function addNofollow(plan: SitePlan, pages: readonly string[], round: number): void {
  plan.page(`/quiet/${round}`);
  plan.link(somewhere(plan, pages), `/quiet/${round}`, "nofollow");
  plan.page(`/mute/${round}`, { quirk: "meta-nofollow" });
  plan.link(somewhere(plan, pages), `/mute/${round}`);
  plan.page(`/muted/${round}`);
  plan.link(`/mute/${round}`, `/muted/${round}`);
  plan.link(`/mute/${round}`, somewhere(plan, pages));
}

function addNoPages(plan: SitePlan, pages: readonly string[]): void {
  const dead = (href: string, refusal: Parameters<SitePlan["deadLink"]>[2]): void =>
    plan.deadLink(somewhere(plan, pages), href, refusal);
  const next = (): number => plan.serial();
  dead(`javascript:go(${next()})`, "not-http");
  dead(`mailto:someone${next()}@example.com`, "not-http");
  dead(`data:text/html,<a href=/hidden/in-data-${next()}>x</a>`, "not-http");
  dead(`tel:+1${next()}`, "not-http");
  dead(`ftp://127.0.0.1/${next()}`, "not-http");
  dead(`http://[::1/${next()}`, "invalid");
  dead(`http://127.0.0.1:99999/${next()}`, "invalid");
  dead(`/${"x".repeat(9_000)}${next()}`, "invalid");
  dead(`{outside}/elsewhere/${next()}`, "scope");
  dead(`//outside.invalid/${next()}`, "scope");
  dead(`http://127.0.0.2:{port}/${next()}`, "scope");
  dead(`http://user:word@outside.invalid/${next()}`, "scope");
  dead(`/calendar?m=${next()}`, "excluded");
  dead(`/excluded/${next()}`, "excluded");
  dead(`/setup.exe?v=${next()}`, "excluded");
}
