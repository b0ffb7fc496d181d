/**
 * Quotes a path, or the address of a conversation, for a POSIX shell: in single quotes if it holds anything but plain
 * characters, and with `./` before it if it looks like an option.
 */
export function quotePath(path: string): string {
  const named = path.startsWith('-') ? `./${path}` : path
  return /^[\w./:@%+,=-]+$/.test(named) ? named : `'${named.replaceAll("'", "'\\''")}'`
}
