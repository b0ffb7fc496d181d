/** Breaks long lines between words; what follows a break is indented as the line itself. At 90 columns, the UI's code view needs no scrolling. */
export function fold(text: string, width = 90): string {
  return text
    .split(/\r?\n/)
    .map((line) => foldLine(line, /^\s{0,20}/.exec(line)?.[0] ?? '', width))
    .join('\n')
}

function foldLine(line: string, indent: string, width: number): string {
  const lines: string[] = []
  let rest = line
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width)
    const at = space > indent.length ? space : width
    lines.push(rest.slice(0, at).trimEnd())
    rest = indent + rest.slice(at).trimStart()
  }
  return [...lines, rest].join('\n')
}
