import { readFileSync } from "node:fs";
const paths = Object.keys(JSON.parse(readFileSync("package.json","utf8")).exports).filter(p=>!p.endsWith(".json"));
const values = [["nothing",[]],["null",[null]],["number",[42]],["Buffer",[Buffer.from("x")]],["list",[[]]],["text",["x"]],["object",[{}]],["null,null",[null,null]],["{},unknown",[{},{noSuchOption:1}]],["{},null",[{},null]],["{},text",[{},"x"]]];
const bad = new Map(); let n = 0; let where = "";
const report = (w, e) => { if (!bad.has(w)) bad.set(w, `${e?.name} ${e?.code ?? ""} ${String(e?.message).slice(0,140).replaceAll("\n"," ")} @ ${(String(e?.stack).split("\n").find(l=>l.includes("/src/"))??"").replace(/.*\/src\//,"src/")}`); };
const fine = (e) => typeof e?.code === "string" && /Error$/.test(e.name) && !e.code.startsWith("ERR_") && e.isDragline !== false && Object.getPrototypeOf(e.constructor)?.name !== undefined && (e instanceof Error) && !(e instanceof TypeError) && /^(?:[A-Z_]+)$/.test(e.code) && !/^E[A-Z]+$/.test(e.code);
process.on("unhandledRejection", (e) => { if (!fine(e)) report(`${where} [unhandled]`, e); });
process.on("uncaughtException", (e) => { if(process.env.DBG) console.error(e); report(`${where} [uncaught]`, e); });
const settle = async (r) => { if (r && typeof r.then === "function") return await Promise.race([r, new Promise((s) => setTimeout(() => s(undefined), 200).unref?.())]); return r; };
const isClass = (f) => /^class\b/.test(Function.prototype.toString.call(f));
const only = process.argv[2];
for (const p of paths) {
  const face = await import(p.replace(".", "dragline"));
  for (const [name, f] of Object.entries(face)) {
    if (typeof f !== "function" || (isClass(f) && f.prototype instanceof Error)) continue;
    if (only && !`${p} ${name}`.includes(only)) continue;
    for (const [what, a] of values) {
      n++; where = `${p} ${name}(${what})`;
      let made;
      try { made = await settle(isClass(f) ? new f(...a) : f(...a)); } catch (e) { if (!fine(e)) report(where, e); continue; }
      await new Promise((s) => setImmediate(s));
      if (made === null || typeof made !== "object" || Array.isArray(made)) continue;
      if (a.length > 0 && JSON.stringify(a) !== "[{}]") { try { await made[Symbol.asyncDispose]?.(); made[Symbol.dispose]?.(); } catch (e) { if (!fine(e)) report(where + "[dispose]", e); } continue; }
      const names = new Set(); for (let o = made; o && o !== Object.prototype && o !== Array.prototype && !(o instanceof Map); o = Object.getPrototypeOf(o)) for (const k of Object.getOwnPropertyNames(o)) names.add(k);
      for (const m of names) { if (m === "constructor" || m.startsWith("_")) continue; let g; try { g = made[m]; } catch { continue; } if (typeof g !== "function" || isClass(g)) continue;
        for (const [w2, b] of values.slice(0, 8)) { n++; where = `${p} ${name}(${what}).${m}(${w2})`; try { const r = await settle(g.apply(made, b)); if (r && typeof r[Symbol.asyncIterator] === "function") await settle(r[Symbol.asyncIterator]().next()); else if (r && typeof r.next === "function") r.next(); } catch (e) { if (!fine(e)) report(where, e); } }
      }
      try { await settle(made[Symbol.asyncDispose]?.()); made[Symbol.dispose]?.(); } catch (e) { if (!fine(e)) report(where + "[dispose]", e); }
    }
  }
}
console.log(n, bad.size); for (const [k, v] of bad) console.log(k, "=>", v); process.exit(0);
