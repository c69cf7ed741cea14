import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { serve } from "../served.ts";
import { documentText, root } from "../sources.ts";
import { inFolder, isInstalled, runTool, toolTitle } from "./tools.ts";

describe("deploy/prometheus and deploy/grafana", () => {
  const rules = documentText("deploy/prometheus/dragline.rules.yml");
  const board = JSON.parse(documentText("deploy/grafana/dragline.json")) as {
    panels: { title: string; id: number; targets: { expr: string }[] }[];
  };
  const asked = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const alerts = (
    parse(rules) as { groups: { rules: { alert: string; expr: string }[] }[] }
  ).groups.flatMap((group) => group.rules);

  it(
    "ask for metrics that a service has",
    () =>
      inFolder(async (folder) => {
        const argv = ["serve", "--port=0", "--metrics-port=0", `--data=${folder}`];
        const service = await serve(argv, folder);
        const text = await (await fetch(`${service.metrics}/metrics`)).text();
        expect((await fetch(`${service.metrics}/live`)).status).toBe(200);
        // It would be public there.
        expect((await fetch(`${service.origin}/metrics`)).status).toBe(404);
        await service.stop();
        const types = new Map(
          [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type]) => [name, type]),
        );
        const names = [...types].flatMap(([name, type]) =>
          type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
        );
        const used = [...asked, ...alerts.map(({ expr }) => expr)].flatMap(
          (expr) => expr.match(/\b(?:dragline|nodejs|process)_\w+/g) ?? [],
        );
        expect(used.length).toBeGreaterThan(30);
        for (const name of used) expect(names).toContain(name);
        if (!isInstalled("promtool")) return;
        const { text: found } = await runTool("promtool", ["check", "metrics"], text);
        expect(found.split("\n").filter((line) => line.startsWith("dragline"))).toEqual([]);
      }),
    60_000,
  );

  it.skipIf(!isInstalled("promtool"))(
    `for real: ${toolTitle("are ones that Prometheus understands, and the alerts go off", "promtool")}`,
    () =>
      inFolder(async (folder) => {
        const config = join(root, "deploy/prometheus/prometheus.yml");
        expect(await runTool("promtool", ["check", "config", config])).toMatchObject({ code: 0 });
        // Grafana puts values in place of these.
        const queries = asked.map((expr, at) => ({
          record: `board:query${at}`,
          expr: expr.replaceAll("$__rate_interval", "5m").replaceAll("$job", ".+"),
        }));
        const queried = join(folder, "board.yml");
        await writeFile(queried, JSON.stringify({ groups: [{ name: "board", rules: queries }] }));
        expect(await runTool("promtool", ["check", "rules", queried])).toMatchObject({ code: 0 });
        const series = (name: string, values: string) => ({ series: name, values });
        const rate = (name: string, step: number) => series(name, `0+${step}x60`);
        const sum = "dragline_request_duration_seconds_count";
        const testing = {
          rule_files: [join(root, "deploy/prometheus/dragline.rules.yml")],
          tests: [
            {
              interval: "1m",
              input_series: [
                series('up{job="dragline",instance="a"}', "0x60"),
                series('up{job="dragline",instance="b"}', "1x60"),
                series('dragline_job_oldest_waiting_seconds{type="crawl"}', "0+30x60"),
                series('dragline_jobs{type="crawl",state="waiting"}', "4x60"),
                series('dragline_jobs{type="crawl",state="running"}', "0x60"),
                rate(`${sum}{status="200"}`, 90),
                rate(`${sum}{status="500"}`, 10),
                series("dragline_browser_waiting", "0x60"),
              ],
              promql_expr_test: [
                ["DraglineDown", 1],
                ["DraglineJobsWait", 1],
                ["DraglineNobodyWorks", 1],
                ["DraglineRequestsFail", 1],
                ["DraglineBrowsersScarce", 0],
                ["DraglineStoresUnreachable", 0],
              ].map(([name, count]) => ({
                expr: `count(ALERTS{alertname="${name}",alertstate="firing"}) or vector(0)`,
                eval_time: "50m",
                exp_samples: [{ labels: "{}", value: count }],
              })),
            },
          ],
        };
        const file = join(folder, "test.yml");
        await writeFile(file, JSON.stringify(testing));
        const { text, code } = await runTool("promtool", ["test", "rules", file]);
        expect([code, text]).toEqual([0, expect.stringContaining("SUCCESS")]);
      }),
  );

  it("have panels with ids and titles of their own, and alerts that say what to do", () => {
    const { panels } = board;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    for (const alert of alerts) {
      expect(alert).toMatchObject({
        labels: { severity: expect.stringMatching(/^(?:page|ticket)$/) as string },
        annotations: {
          summary: expect.any(String) as string,
          action: expect.any(String) as string,
        },
      });
    }
  });
});
