/**
 * A path, or the address of a conversation, as a word of a command line for a POSIX shell: in single quotes where it holds
 * anything but plain characters, and as a path where it looks like an option.
 */
export function quotePath(path: string): string {
  const named = path.startsWith('-') ? `./${path}` : path
  return /^[\w./:@%+,=-]+$/.test(named) ? named : `'${named.replaceAll("'", "'\\''")}'`
}
