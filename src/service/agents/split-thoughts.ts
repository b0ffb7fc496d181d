import { isBlank } from '../../base/text/characters.ts'

/** Takes out thoughts between `<think>` or `<thinking>` and their ends; a first one without an end is all the text. */
export function splitThoughts(text: string): { thoughts: string[]; reply: string } {
  const [opening, closing] = [/<think(?:ing)?>/gi, /<\/think(?:ing)?>/gi]
  const thoughts: string[] = []
  let speech = ''
  let at = 0
  for (let open = opening.exec(text); open !== null; open = opening.exec(text)) {
    closing.lastIndex = opening.lastIndex
    const close = closing.exec(text)
    const before = speech + text.slice(at, open.index)
    if (close === null && !isBlank(before)) break
    thoughts.push(text.slice(opening.lastIndex, close?.index).trim())
    speech = before
    at = close === null ? text.length : closing.lastIndex
    opening.lastIndex = at
  }
  if (thoughts.length === 0) return { thoughts, reply: text }
  return { thoughts: thoughts.filter((each) => !isBlank(each)), reply: (speech + text.slice(at)).trim() }
}
