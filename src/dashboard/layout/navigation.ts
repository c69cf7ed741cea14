/** A link to a page of the dashboard. */
interface NavigationLink {
  readonly path: string;
  readonly name: string;
  /** Whether the owner alone sees it. */
  readonly isOwners?: true;
}

/** The pages that are always in reach, in groups. */
export const navigation: readonly (readonly [group: string, links: readonly NavigationLink[]])[] = [
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
      { path: "/status", name: "Health" },
      { path: "/accounts", name: "Accounts", isOwners: true },
    ],
  ],
];

/** The path of the link that a page belongs to. */
export function linkOf(path: string): string {
  const links = navigation.flatMap(([, each]) => each.map((link) => link.path));
  return links.find((link) => path === link || (link !== "/" && path.startsWith(`${link}/`))) ?? "";
}
