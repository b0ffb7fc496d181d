import { createParser } from 'eventsource-parser'
import { duplicateMember, parseIfJson } from '../../base/json/json-text.ts'
import { describeForeign } from '../../wire/client/foreign-text.ts'

/**
 * Checks another program's bytes as they come: UTF-8, no member twice. Call without bytes at the end.
 * @returns what is wrong, as the end of "it answers with …"; null while nothing is
 */
export function checkAnswer(contentType: string): (bytes?: Uint8Array) => string | null {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const pieces: string[] = []
  let twice: string | null = null
  const look = (text: string): void => {
    if (parseIfJson(text) !== undefined) twice ??= duplicateMember(text)
  }
  const isStream = /event-stream/i.test(contentType)
  // AG-UI reads a stream that names no type; any other text is no stream, and may be one long line
  const parser = isStream || contentType === '' ? createParser({ onEvent: ({ data }) => look(data) }) : null
  return (bytes) => {
    const isOver = bytes === undefined
    let text: string
    try {
      text = decoder.decode(bytes, { stream: !isOver })
    } catch {
      return describeForeign(null, contentType)
    }
    const foreign = describeForeign(text, contentType)
    if (foreign !== null) return foreign
    parser?.feed(isOver ? '\n\n' : text)
    if (!isStream) pieces.push(text)
    if (isOver && !isStream) look(pieces.join(''))
    return twice === null ? null : describeTwice(twice)
  }
}

/** JSON with a member that occurs twice in an object, by the path of it: a parser keeps one, and nobody can tell which was meant. */
export function describeTwice(path: string): string {
  return `JSON in which ${path} stands twice, so that nobody can tell which was meant`
}
