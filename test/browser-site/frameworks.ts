import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SiteRoute } from "dragline/testing";
import { root } from "../sources.ts";

function packageFile(path: string): string {
  return readFileSync(join(root, "node_modules", path), "utf8");
}

/** React as one script: its packages are CommonJS only. */
function reactBundle(): string {
  const files = {
    react: "react/cjs/react.production.js",
    scheduler: "scheduler/cjs/scheduler.production.js",
    "react-dom": "react-dom/cjs/react-dom.production.js",
    "react-dom/client": "react-dom/cjs/react-dom-client.production.js",
  };
  const modules = Object.entries(files).map(
    ([name, path]) =>
      `${JSON.stringify(name)}: (module, exports, require) => {\n${packageFile(path)}\n}`,
  );
  return `(() => {
    const process = { env: { NODE_ENV: "production" } };
    const makers = {${modules.join(",\n")}};
    const loaded = {};
    const require = (name) => {
      if (!(name in loaded)) {
        const module = { exports: {} };
        loaded[name] = module;
        makers[name](module, module.exports, require);
      }
      return loaded[name].exports;
    };
    window.React = require("react");
    window.ReactDOM = require("react-dom/client");
  })();`;
}

const script = (body: string): SiteRoute => ({
  headers: { "content-type": "text/javascript; charset=utf-8" },
  body,
});

const json = (value: unknown): SiteRoute => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

/** Pages that React and Vue render in the browser, from the packages themselves. */
export function frameworkRoutes(): Readonly<Record<string, SiteRoute>> {
  return {
    "/react.js": script(reactBundle()),
    "/vue.js": script(packageFile("vue/dist/vue.global.prod.js")),
    "/api/ships": json([
      { id: 1, name: "Aurora", tons: 1200 },
      { id: 2, name: "Borealis", tons: 800 },
    ]),
    "/react": `<!doctype html><html lang="en"><head><title>Ships (React)</title></head><body>
      <noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>
      <script src="/react.js"></script><script>
      const { createElement: h, useEffect, useState } = React;
      function Ships() {
        const [ships, setShips] = useState([]);
        useEffect(() => { fetch("/api/ships").then((r) => r.json()).then(setShips); }, []);
        if (ships.length === 0) return h("p", null, "Loading …");
        return h("main", null, h("h1", null, "Ships in port"),
          h("table", null, h("thead", null, h("tr", null, h("th", null, "Name"), h("th", null, "Tons"))),
            h("tbody", null, ships.map((s) => h("tr", { key: s.id }, h("td", null, s.name), h("td", null, s.tons))))));
      }
      ReactDOM.createRoot(document.getElementById("root")).render(h(Ships));
      </script></body></html>`,
    "/vue": `<!doctype html><html lang="en"><head><title>Ships (Vue)</title></head><body>
      <div id="app"></div><script src="/vue.js"></script><script>
      Vue.createApp({
        data: () => ({ ships: [] }),
        async mounted() { this.ships = await (await fetch("/api/ships")).json(); },
        template: '<main v-if="ships.length"><h1>Fleet</h1><ul><li v-for="s in ships" :key="s.id"><a :href="\`/ships/\${s.id}\`">{{ s.name }}</a>, {{ s.tons }} t</li></ul></main><p v-else>Loading …</p>',
      }).mount("#app");
      </script></body></html>`,
  };
}
