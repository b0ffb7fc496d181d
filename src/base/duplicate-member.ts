/**
 * A JSON container that the scan is inside: an object with its member names so far, or a list with the number of items
 * before this one.
 */
type Frame = { names: Set<string>; name: string } | { items: number }

/**
 * The path of the first member that occurs twice in its object, such as `data.agents[2].name`, or null. Parsers keep
 * one of the two, and nobody can tell which was meant. The text must be valid JSON; it is scanned once.
 */
export function duplicateMember(text: string): string | null {
  const frames: Frame[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const frame = frames.at(-1)
    if (code === 34) {
      const end = endOfText(text, at)
      if (frame !== undefined && 'names' in frame && isName(text, end)) {
        const written = text.slice(at + 1, end)
        frame.name = written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written
        if (frame.names.has(frame.name)) return pathOf(frames)
        frame.names.add(frame.name)
      }
      at = end
    } else if (code === 123) frames.push({ names: new Set(), name: '' })
    else if (code === 91) frames.push({ items: 0 })
    else if (code === 125 || code === 93) frames.pop()
    else if (code === 44 && frame !== undefined && 'items' in frame) frame.items += 1
  }
  return null
}

/** Where the quote stands that ends the text which begins at `start`: one behind an even number of backslashes. */
export function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === 92) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return text.length
}

/** Whether the text that ends here is the name of a member: a colon follows. */
function isName(text: string, end: number): boolean {
  let next = end + 1
  while (text.charCodeAt(next) <= 32) next += 1
  return text.charCodeAt(next) === 58
}

function pathOf(frames: readonly Frame[]): string {
  return frames.reduce((path, frame) => {
    if ('items' in frame) return `${path}[${frame.items}]`
    return path === '' ? frame.name : `${path}.${frame.name}`
  }, '')
}
