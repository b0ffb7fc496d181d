/** What `/save` is given: a file when the first word, or what stands in quotes, ends as a suite does; the rest is a name. */
export function readSaveWords(rest: string): { file: string | null; name: string | null } {
  const found = /^(?:"([^"]+)"|(\S+))\s*(.*)$/s.exec(rest)
  const first = found?.[1] ?? found?.[2] ?? ''
  const isFile = /\.(?:ya?ml|[cm]?[jt]s|json)$/i.test(first)
  const name = unquote((isFile ? (found?.[3] ?? '') : rest).trim())
  return { file: isFile ? first : null, name: name === '' ? null : name }
}

function unquote(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).trim() : text
}
