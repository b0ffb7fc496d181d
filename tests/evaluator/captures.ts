import { knowsAll } from './laws.ts'
import { checkPattern, literally, patternOf } from './outside.ts'
import { at, Broken, isList, isMap, type Plain, type PlainMap } from './plain.ts'
import { callsOf, type Entries, itemsOf, messagesOf, messageText, replyText } from './transcript.ts'
import { fillText, namesIn, type Variables } from './variables.ts'

/** What a turn captures under one name: a path, and a pattern if only a part is meant. */
export interface Capture {
  path: string
  pattern: string | null
}

/** Captured values; or one is missing; or the docs do not say which of several is meant. */
export type Captured = Variables | 'missing' | 'unclear'

const members: Record<string, readonly string[]> = {
  text: ['text'],
  button: ['text', 'payload'],
  image: ['url', 'mimeType', 'caption'],
  video: ['url', 'mimeType', 'caption'],
  audio: ['url', 'mimeType'],
  file: ['url', 'mimeType', 'filename'],
}
const plain = /^(reply|agentName|sessionId|messages\[-?\d+\]|calls\.[^.]+\.(arguments|output)(?=$|[.[]).*)$/

/** Parses `capture`; throws Broken for paths that lead to nothing. */
export function readCaptures(source: Plain): Readonly<Record<string, Capture>> {
  if (!isMap(source)) return {}
  return Object.fromEntries(
    Object.entries(source).map(([name, value]) => {
      const [path = '', pattern = null] = isMap(value) ? (Object.entries(value)[0] ?? []) : [String(value)]
      if (isMap(value) && (Object.keys(value).length !== 1 || typeof pattern !== 'string'))
        throw new Broken('a capture takes one path with its pattern')
      if (namesIn(path).length > 0) throw new Broken('a name in a path')
      const [, kind = '', index, member = ''] = /^([a-z]+)(\[-?\d+\])?\.(\w+)$/.exec(path) ?? []
      const ofItem = kind === 'content' ? index !== undefined && isMember(member) : members[kind]?.includes(member)
      if (!plain.test(path) && ofItem !== true) throw new Broken(`${path} leads to nothing`)
      if (pattern !== null) checkPattern(pattern)
      return [name, { path, pattern: pattern as string | null }]
    }),
  )
}

const isMember = (member: string): boolean => Object.values(members).some((each) => each.includes(member))

/** The names that later turns can use: those of captures, and of the groups in their patterns. */
export const namesOf = (captures: Readonly<Record<string, Capture>>): string[] =>
  Object.entries(captures).flatMap(([name, { pattern }]) => [
    name,
    ...groupsIn(pattern ?? '').flatMap((group) => [group, `${name}.${group}`]),
  ])

const groupsIn = (pattern: string): string[] => [...pattern.matchAll(/\(\?<(\w+)>/g)].map(([, name = '']) => name)

/** What the captures of a turn give. */
export function captureAll(
  captures: Readonly<Record<string, Capture>>,
  entries: Entries,
  sessionId: string | null,
  variables: Variables,
): Captured {
  const captured: Record<string, Plain> = {}
  for (const [name, { path, pattern }] of Object.entries(captures)) {
    const values = valuesAt(path, entries, sessionId)
    if (typeof values === 'string') return values
    const [first] = values
    if (first === undefined) return 'missing'
    if (pattern === null) {
      captured[name] = first
      continue
    }
    const searched = values.map((each) =>
      typeof each === 'string' ? each : isList(each) || isMap(each) ? JSON.stringify(each) : null,
    )
    if (searched.includes(null)) return 'unclear'
    const sought = patternOf(fillText(pattern, variables, literally))
    const match = searched.map((each) => sought.exec(each ?? '')).find((each) => each !== null)
    if (match === undefined) return 'missing'
    const part = match.length > 1 ? match[1] : match[0]
    if (part === undefined) return 'missing'
    captured[name] = part
    for (const [group, value = ''] of Object.entries(match.groups ?? {}))
      captured[group] = captured[`${name}.${group}`] = value
  }
  return captured
}

/** The values that a path may mean, the likeliest first. */
function valuesAt(path: string, entries: Entries, sessionId: string | null): readonly Plain[] | 'unclear' {
  if (path === 'reply') return [replyText(entries)]
  if (path === 'sessionId') return sessionId === null ? 'unclear' : [sessionId]
  const messages = messagesOf(entries)
  if (path === 'agentName') {
    const names = messages.map((message) => message.agentName ?? null)
    return new Set(names).size > 1 ? 'unclear' : [names[0] ?? null]
  }
  const [first = '', tool = '', part = '', ...rest] = path.split('.')
  if (first === 'calls') {
    const calls = callsOf(entries).filter(({ name }) => name === tool)
    if (calls.length > 1 || calls[0]?.output?.saysTwice === true) return 'unclear'
    const from = part.startsWith('output') ? calls[0]?.output?.value : calls[0]?.given
    const inner = [part.replace(/^(output|arguments)/, ''), ...rest].join('.')
    const value = from === undefined ? undefined : inner === '' ? from : at(from, inner)
    return value === undefined ? [] : [value]
  }
  if (!knowsAll(entries, [])) return 'unclear'
  const [, kind = '', index] = /^([a-z]+)(?:\[(-?\d+)\])?$/.exec(first) ?? []
  const items =
    kind === 'messages' ? messages : messages.flatMap(itemsOf).filter(({ type }) => kind === 'content' || type === kind)
  const selection = index === undefined ? items : [items.at(Number(index))].filter((each) => each !== undefined)
  // An index counts from the start, or from the end if it is negative; beyond either, there is nothing.
  if (kind === 'messages') return selection.map(messageText)
  return selection.flatMap((item: PlainMap) => (item[tool] === undefined ? [] : [item[tool]]))
}
