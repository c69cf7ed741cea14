/** A system error's code in words, of what is read and of what is written. */
const words: Readonly<Record<"read" | "write", Readonly<Record<string, string>>>> = {
  read: {
    ENOENT: "it does not exist",
    EISDIR: "it is a folder",
    ENOTDIR: "what it lies in is a file",
    EACCES: "you have no permission",
    EPERM: "you have no permission",
  },
  write: {
    ENOENT: "its folder does not exist",
    EISDIR: "it is a folder",
    ENOTDIR: "its folder is a file",
    EEXIST: "it exists",
    EACCES: "you have no permission",
    EPERM: "you have no permission",
    EROFS: "the disk is read-only",
    ENOSPC: "the disk is full",
    ENAMETOOLONG: "its name is too long",
  },
};

/** Why a file cannot be read or written, for people: `cannot read nodir: it does not exist`. */
export function fileFailure(what: "read" | "write", file: string, cause: unknown): string {
  const { code = String(cause) } = cause as NodeJS.ErrnoException;
  return `cannot ${what} ${file}: ${words[what][code] ?? code}`;
}
