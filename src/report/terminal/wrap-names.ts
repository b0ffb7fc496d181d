/** Names in lines of at most `width` columns, separated by commas; a longer name has a line of its own. No names give no lines. */
export function wrapNames(names: readonly string[], width = 76): string[] {
  const lines: string[] = []
  for (const [index, name] of names.entries()) {
    const word = index === names.length - 1 ? name : `${name},`
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
