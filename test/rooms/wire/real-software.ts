import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const WORDPRESS = "/usr/share/wordpress";
const MEDIAWIKI = "/usr/share/mediawiki";

/** The account of the software. */
export const admin = { username: "Ann", password: "c0rrect-horse-battery" };

/** Why the software is not run; undefined when it is. */
export const notRun: string | undefined = reason();

function reason(): string | undefined {
  // Minutes of PHP belong to no ordinary run.
  if (process.env["DRAGLINE_REAL_LOGINS"] !== "1") return "DRAGLINE_REAL_LOGINS is not 1";
  const missing = [WORDPRESS, MEDIAWIKI, "/usr/bin/php", "/usr/sbin/mariadbd"].filter(
    (path) => !existsSync(path),
  );
  return missing.length === 0
    ? undefined
    : `not installed: ${missing.join(", ")}; apt-get install wordpress mediawiki php-cli php-sqlite3 php-mysql mariadb-server`;
}

/** Software of a site on loopback. */
export interface RealSite extends AsyncDisposable {
  readonly origin: string;
  /** Runs PHP in it, which ends every session of the account. */
  endSessions(): void;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error("The software did not start within a minute.");
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function serve(folder: string, port: number, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const server = spawn("php", ["-S", `127.0.0.1:${port}`, "-t", folder], {
    env: { ...process.env, ...env },
    stdio: "ignore",
    // A group of its own: its workers outlive it otherwise.
    detached: true,
  });
  await until(() =>
    fetch(`http://127.0.0.1:${port}/favicon.ico`).then(
      () => true,
      () => false,
    ),
  );
  return server;
}

async function end(server: ChildProcess, isGroup: boolean): Promise<void> {
  if (server.exitCode !== null || server.pid === undefined) return;
  const gone = once(server, "exit");
  process.kill(isGroup ? -server.pid : server.pid);
  await gone;
}

/** WordPress with a database of its own. */
export async function openWordPress(): Promise<RealSite> {
  const folder = await mkdtemp(join(tmpdir(), "wordpress-"));
  const site = join(folder, "site");
  const data = join(folder, "data");
  const socket = join(folder, "socket");
  cpSync(WORDPRESS, site, {
    recursive: true,
    dereference: true,
    filter: (path) => !path.endsWith(".htaccess"),
  });
  execFileSync(
    "mariadb-install-db",
    [
      "--no-defaults",
      `--datadir=${data}`,
      "--auth-root-authentication-method=normal",
      "--user=root",
    ],
    { stdio: "ignore" },
  );
  const database = spawn(
    "/usr/sbin/mariadbd",
    [
      "--no-defaults",
      `--datadir=${data}`,
      `--socket=${socket}`,
      "--skip-networking",
      "--user=root",
    ],
    { stdio: "ignore" },
  );
  await until(() => existsSync(socket));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const define = (name: string, value: string): string => `define('${name}', '${value}');\n`;
  writeFileSync(
    join(site, "wp-config.php"),
    `<?php\n${define("DB_NAME", "wp")}${define("DB_USER", "root")}${define("DB_PASSWORD", "")}${define("DB_HOST", `localhost:${socket}`)}${["AUTH_KEY", "SECURE_AUTH_KEY", "LOGGED_IN_KEY", "NONCE_KEY"].map((name) => define(name, name.repeat(4))).join("")}define('WP_HTTP_BLOCK_EXTERNAL', true);\n$table_prefix = 'wp_';\nif (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');\nrequire_once ABSPATH . 'wp-settings.php';\n`,
  );
  const php = (code: string): void => {
    execFileSync("php", ["-r", `$_SERVER['HTTP_HOST'] = '127.0.0.1:${port}'; ${code}`], {
      cwd: site,
      stdio: "pipe",
    });
  };
  execFileSync("mariadb", [
    "--no-defaults",
    "-S",
    socket,
    "-u",
    "root",
    "-e",
    "CREATE DATABASE wp",
  ]);
  php(
    `define('WP_INSTALLING', true); require 'wp-load.php'; require 'wp-admin/includes/upgrade.php'; wp_install('Real', '${admin.username}', 'ann@example.com', true, '', '${admin.password}'); update_option('siteurl', '${origin}'); update_option('home', '${origin}'); update_option('permalink_structure', '/%postname%/');`,
  );
  const server = await serve(site, port, { PHP_CLI_SERVER_WORKERS: "4" });
  return {
    origin,
    endSessions: () =>
      php(
        `require 'wp-load.php'; WP_Session_Tokens::get_instance(get_user_by('login', '${admin.username}')->ID)->destroy_all();`,
      ),
    [Symbol.asyncDispose]: async () => {
      await end(server, true);
      await end(database, false);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** MediaWiki on SQLite; `captcha` asks for one behind a wrong password. */
export async function openMediaWiki({ captcha = false } = {}): Promise<RealSite> {
  const folder = await mkdtemp(join(tmpdir(), "mediawiki-"));
  mkdirSync(join(folder, "data"));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const maintenance = (script: string, ...args: string[]): void => {
    execFileSync("php", [join(MEDIAWIKI, "maintenance", `${script}.php`), ...args], {
      stdio: "pipe",
    });
  };
  maintenance(
    "install",
    "--dbtype=sqlite",
    `--dbpath=${join(folder, "data")}`,
    "--scriptpath=",
    `--server=${origin}`,
    `--confpath=${folder}`,
    `--pass=${admin.password}`,
    "Real wiki",
    admin.username,
  );
  const settings = join(folder, "LocalSettings.php");
  appendFileSync(
    settings,
    `\n$wgMainCacheType = CACHE_DB;\n$wgCacheDirectory = "${folder}/data";\n`,
  );
  if (captcha) {
    appendFileSync(
      settings,
      "wfLoadExtensions(['ConfirmEdit']);\n$wgCaptchaTriggers['badlogin'] = true;\n$wgCaptchaBadLoginAttempts = 1;\n",
    );
  }
  const server = await serve(MEDIAWIKI, port, {
    MW_CONFIG_FILE: settings,
    PHP_CLI_SERVER_WORKERS: "4",
  });
  return {
    origin,
    endSessions: () =>
      maintenance("invalidateUserSessions", `--conf=${settings}`, `--user=${admin.username}`),
    [Symbol.asyncDispose]: async () => {
      await end(server, true);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
