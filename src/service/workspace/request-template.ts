import type { JsonValue } from '../../base/json/json.ts'
import { textsIn } from '../../base/json/walk-json.ts'

/** A piece of a request's text: literal text, or the name of what is filled in there. */
export interface RequestPiece {
  kind: 'text' | 'env' | 'variable' | 'argument'
  text: string
}

const slot = /\{\{\s*env\.([A-Za-z_]\w*)\s*\}\}|\$\{(\w+)\}|\{([A-Za-z_][\w.-]*)\}/g

export type ReadPieces = (text: string) => RequestPiece[]

/** The pieces of a text that may contain `{{env.NAME}}`, `${variable}` and `{argument}`. */
export const readTemplate: ReadPieces = (text) => readPieces(text, slot)

const nameSlot = /\{\{\s*(?:env\.([A-Za-z_]\w*)|()([^{}]*?))\s*\}\}/g

/** The pieces of a text that may contain `{{env.NAME}}` and `{{name}}`, which is an argument. */
export const readNames: ReadPieces = (text) => readPieces(text, nameSlot)

export function argumentsIn(value: JsonValue, read: ReadPieces = readNames): string[] {
  const pieces = textsIn(value).flatMap(read)
  return pieces.flatMap(({ kind, text }) => (kind === 'argument' ? [text] : []))
}

function readPieces(text: string, slots: RegExp): RequestPiece[] {
  const pieces: RequestPiece[] = []
  let from = 0
  for (const match of text.matchAll(slots)) {
    const [whole, env, variable = '', argument = ''] = match
    if (match.index > from) pieces.push({ kind: 'text', text: text.slice(from, match.index) })
    if (env !== undefined) pieces.push({ kind: 'env', text: env })
    else if (variable !== '') pieces.push({ kind: 'variable', text: variable })
    else pieces.push({ kind: 'argument', text: argument })
    from = match.index + whole.length
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}

/** Splits an address as written, so that no filled-in value moves it to another host; variables may hold a path. */
export function splitAddress(address: string): { origin: string; path: string; query: string } {
  const [front = '', ...rest] = address.replace(/#.*$/s, '').split('?')
  const [, origin = '', path = ''] = /^((?:[a-z][a-z0-9+.-]*:\/\/)?[^/]*)(.*)$/is.exec(front) ?? []
  return { origin, path, query: rest.join('?') }
}
