import type { Random } from "./random.ts";
import type { Site } from "./site.ts";

/** What named parts look like. */
const rules: Readonly<Record<string, string>> = {
  header:
    "display:flex;flex-wrap:wrap;gap:12px 24px;align-items:center;padding:12px 24px;border-bottom:1px solid #ddd",
  logo: "display:flex;gap:8px;align-items:center;font-weight:700;color:#14213d;text-decoration:none",
  menu: "flex-basis:100%",
  submenu: "display:none",
  cookies:
    "position:fixed;bottom:0;left:0;right:0;background:#222;color:#fff;padding:8px 24px;font-size:13px",
  columns:
    "display:grid;grid-template-columns:minmax(0,1fr) 280px;gap:32px;max-width:1160px;margin:0 auto;padding:24px",
  sidebar: "font-size:14px;color:#444",
  ad: "background:#f6f1e4;padding:10px;margin:14px 0;font-size:13px",
  facts: "padding:0;list-style:none;border-top:1px solid #eee",
  fact: "display:flex;gap:12px;padding:6px 0;border-bottom:1px solid #eee",
  "fact-label": "color:#666;min-width:170px",
  "facts-grid": "display:grid;grid-template-columns:1fr 1fr;gap:4px 24px",
  "facts-table": "border-collapse:collapse;width:100%",
  price: "font-size:28px;font-weight:700;color:#b00020",
  "old-price": "color:#888;text-decoration:line-through",
  cards:
    "display:grid;grid-template-columns:repeat(auto-fill,minmax(180px,1fr));gap:16px;list-style:none;padding:0 24px",
  card: "border:1px solid #eee;padding:12px;border-radius:8px",
  related: "background:#fafafa;padding:8px 24px",
  comments: "max-width:760px;margin:24px auto",
  footer: "background:#14213d;color:#dde;padding:24px;font-size:13px",
  "footer-columns": "display:flex;flex-wrap:wrap;gap:32px",
  table: "border-collapse:collapse;width:100%",
  visually: "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)",
};

const base = `body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#222;background:#fff}*{box-sizing:border-box}img{max-width:100%;background:#e5e7eb}a{color:#1d4ed8}footer a{color:#cde}nav ul,nav ol{display:flex;flex-wrap:wrap;gap:6px 18px;list-style:none;padding:0 24px;margin:0}table td,table th{padding:6px 10px;border-bottom:1px solid #eee;text-align:left}dt{color:#666}dd{margin:0 0 8px}`;

const utilityRules =
  ".flex{display:flex}.grid{display:grid}.hidden{display:none}.fixed{position:fixed}.bottom-0{bottom:0}.inset-x-0{left:0;right:0}.flex-wrap{flex-wrap:wrap}.items-center{align-items:center}.gap-2{gap:.5rem}.gap-4{gap:1rem}.gap-8{gap:2rem}.mt-2{margin-top:.5rem}.mt-4{margin-top:1rem}.px-4{padding-inline:1rem}.py-2{padding-block:.5rem}.text-sm{font-size:.875rem}.text-lg{font-size:1.125rem}.text-2xl{font-size:1.5rem}.font-medium{font-weight:500}.font-semibold{font-weight:600}.font-bold{font-weight:700}.border{border:1px solid #eee}.border-b{border-bottom:1px solid #eee}.rounded-lg{border-radius:8px}.list-none{list-style:none}.max-w-6xl{max-width:72rem}.mx-auto{margin-inline:auto}.cols-main{grid-template-columns:minmax(0,1fr) 280px}.cols-cards{grid-template-columns:repeat(auto-fill,minmax(180px,1fr))}.grid-cols-2{grid-template-columns:1fr 1fr}.bg-slate-900{background:#0f172a}.text-white{color:#fff}.text-rose-700{color:#be123c}.text-gray-500{color:#6b7280}.line-through{text-decoration:line-through}.sr-only{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}";

/** The site's style sheet; what utility classes say, their names say already. */
export function styleSheet(site: Site): string {
  const own = Object.entries(rules).map(
    ([name, look]) => `.${site.classes(name).split(" ").at(-1)}{${look}}`,
  );
  // Pages carry much that is not used on them.
  const unused = Array.from(
    { length: site.choose("unused rules", [60, 200, 500, 1200]) },
    (_, at) => `.x${at}-${site.hasUtilities ? "m" : "mod"}:hover{margin:${at % 40}px auto}`,
  );
  return [base, ...(site.hasUtilities ? [utilityRules] : own), ...unused].join("\n");
}

/** Scripts that tell nothing of the page. */
export function scriptNoise(noise: Random, count: number): string {
  const scripts = noise.times(count, () => {
    const entries = noise.times(
      noise.whole(20, 160),
      () => `"${noise.hex(6)}":${noise.whole(0, 99_999)}`,
    );
    return `<script>window.__q=window.__q||[];__q.push({${entries.join(",")},"price":${noise.whole(1, 999)},"t":"${noise.hex(12)}"});</script>`;
  });
  return scripts.join("\n");
}
