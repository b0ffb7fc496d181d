import { isList, isMap, Written } from './plain.ts'

const reserved = /^(yes|no|true|false|null|on|off|y|n|none)$/i

/** Writes a suite as YAML, in varying styles: plain words may be left unquoted. */
export function emit(tree: unknown): string {
  if (!isMap(tree)) return flow(tree)
  return `${Object.entries(tree)
    .map(([name, value]) =>
      name === 'conversations' ? `conversations:\n${emitTalks(value)}` : `${name}: ${flow(value)}`,
    )
    .join('\n')}\n`
}

const emitTalks = (talks: unknown): string =>
  isList(talks) ? talks.map((talk) => `  - ${emitTalk(talk)}`).join('\n') : ''

const emitTalk = (talk: unknown): string =>
  (isMap(talk) ? Object.entries(talk) : [])
    .map(([name, value]) => (name === 'turns' ? `turns:\n${emitTurns(value)}` : `${name}: ${flow(value)}`))
    .join('\n    ')

const emitTurns = (turns: unknown): string =>
  (isList(turns) ? turns : []).map((turn) => `      - ${emitTurn(turn)}`).join('\n')

const emitTurn = (turn: unknown): string =>
  (isMap(turn) ? Object.entries(turn) : []).map(([name, value]) => `${word(name)}: ${flow(value)}`).join('\n        ')

function flow(value: unknown): string {
  if (value instanceof Written) return value.source
  if (typeof value === 'string') return value === 'none' ? value : word(value)
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`
  if (!isMap(value)) return String(value)
  return `{ ${Object.entries(value)
    .map(([name, each]) => `${word(name)}: ${flow(each)}`)
    .join(', ')} }`
}

const word = (text: string): string =>
  /^[A-Za-z][A-Za-z_ ]*[A-Za-z_]$/.test(text) && !reserved.test(text) ? text : JSON.stringify(text)
