import type { SignedIn } from "../sign-in/sessions.ts";

/** A link to a page of the dashboard. */
interface NavigationLink {
  readonly path: string;
  readonly name: string;
  /** Whether the owner alone sees it. */
  readonly isOwners?: true;
  /** Whether it leads somewhere before the owner has chosen an account. */
  readonly needsNoAccount?: true;
}

/** The pages that are always in reach, in groups. */
const navigation: readonly (readonly [group: string, links: readonly NavigationLink[]])[] = [
  [
    "Work",
    [
      { path: "/", name: "Overview" },
      { path: "/playground", name: "Playground" },
      { path: "/jobs", name: "Jobs" },
      { path: "/search", name: "Search" },
      { path: "/research", name: "Research" },
    ],
  ],
  [
    "Watch",
    [
      { path: "/monitors", name: "Monitors" },
      { path: "/webhooks", name: "Webhooks" },
      { path: "/visibility", name: "Visibility" },
    ],
  ],
  [
    "Browsers",
    [
      { path: "/sessions", name: "Sessions" },
      { path: "/browsers", name: "Live browsers" },
      { path: "/recordings", name: "Recordings" },
      { path: "/wire", name: "Wire" },
    ],
  ],
  [
    "Account",
    [
      { path: "/keys", name: "API keys" },
      { path: "/credits", name: "Credits" },
      { path: "/status", name: "Health", needsNoAccount: true },
      { path: "/accounts", name: "Accounts", isOwners: true, needsNoAccount: true },
    ],
  ],
];

/** The groups that somebody sees: what shows an account is left out until one is chosen. */
export function navigationOf({
  isOwner,
  account,
}: Pick<SignedIn, "isOwner" | "account">): typeof navigation {
  const isShown = ({ isOwners, needsNoAccount }: NavigationLink): boolean =>
    (isOwners !== true || isOwner) && (needsNoAccount === true || account !== null);
  return navigation
    .map(([name, links]) => [name, links.filter(isShown)] as const)
    .filter(([, links]) => links.length > 0);
}

/** The path of the link that a page belongs to. */
export function linkOf(path: string): string {
  const links = navigation.flatMap(([, each]) => each.map((link) => link.path));
  return links.find((link) => path === link || (link !== "/" && path.startsWith(`${link}/`))) ?? "";
}
