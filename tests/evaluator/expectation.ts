import { type CallsSpec, readCalls } from './calls-spec.ts'
import { type Criterion, readCriteria } from './criteria.ts'
import { type Matcher, readCount, readMatcher } from './matcher.ts'
import { Broken, isList, isMap, mappingOf, type Plain, type PlainMap } from './plain.ts'
import { namesIn } from './variables.ts'

/** A parsed expectation of a turn. */
export interface Expectation {
  reply: Reply | 'none' | null
  calls: CallsSpec | null
  latency: Latency | null
  error: Matcher | null
  judge: readonly Criterion[]
  /** Functions of the user's own. */
  check: readonly string[]
}

export interface Reply {
  text: Matcher | null
  messages: Matcher | null
  agentName: Matcher | null
  /** The expectations of `thinking`, `summary` and `background`. */
  entries: readonly (readonly [string, Matcher | 'none'])[]
  content: Matcher | null
  items: readonly (readonly [string, readonly Matcher[] | 'none'])[]
}

export interface Latency {
  reply: Matcher | null
  tool: Matcher | null
  tools: Readonly<Record<string, Matcher>>
}

/** The kinds of content items in the language. */
export const kinds: readonly string[] = ['text', 'image', 'video', 'audio', 'file', 'button']
const entryKinds = ['thinking', 'summary', 'background']

/** Parses the value of `expect`, `requires` or `every turn`. */
export function readExpectation(plain: Plain): Expectation {
  const map = mappingOf(plain, ['reply', 'calls', 'latency', 'error', 'judge', 'check'], 'expect')
  const { reply, calls, latency, error, judge, check } = map
  return {
    reply: reply === undefined ? null : reply === 'none' ? 'none' : readReply(reply),
    calls: calls === undefined ? null : readCalls(calls),
    latency: latency === undefined ? null : readLatency(latency),
    error: error === undefined ? null : readMatcher(error),
    judge: judge === undefined ? [] : readCriteria(judge),
    check: check === undefined ? [] : readChecks(check),
  }
}

/** Parses `check`: one function or several, by module and export. */
export function readChecks(plain: Plain): string[] {
  const checks = (isList(plain) ? plain : [plain]).map(String)
  if (checks.length === 0) throw new Broken('no check')
  if (checks.some((each) => namesIn(each).length > 0)) throw new Broken('a name in a check')
  if (checks.some((each) => !/^\w+$|\.[cm]?[jt]s(#\w+)?$/.test(each))) throw new Broken('no function of a module')
  return checks
}

/** Where `none` may stand, null is not that word. */
function notNull(value: Plain | undefined): Plain | undefined {
  if (value === null) throw new Broken('null is not the word none')
  return value
}

function readReply(plain: Plain): Reply {
  const map = isMap(plain) ? plain : null
  const special = ['messages', 'agentName', 'content', ...entryKinds, ...kinds]
  const rest =
    map === null ? plain : Object.fromEntries(Object.entries(map).filter(([name]) => !special.includes(name)))
  const asText = (value: Plain): Matcher => readMatcher(value, { text: true })
  const optional = (name: string, read: (value: Plain) => Matcher): Matcher | null =>
    map?.[name] === undefined ? null : read(map[name])
  return {
    text: isMap(rest) && Object.keys(rest).length === 0 ? null : asText(rest),
    messages: optional('messages', (value) => (isList(value) ? asText(value) : readCount(value))),
    agentName: optional('agentName', asText),
    content: optional('content', (value) => readMatcher(value, { scalars: true })),
    entries: entryKinds.flatMap((name) => {
      const value = notNull(map?.[name])
      return value === undefined ? [] : [[name, value === 'none' ? 'none' : asText(value)] as const]
    }),
    items: kinds.flatMap((name) => {
      const value = notNull(map?.[name])
      if (value === undefined) return []
      const read = (each: Plain): Matcher => readMatcher(each, name === 'text' ? { text: true } : { scalars: true })
      return [[name, value === 'none' ? 'none' : (isList(value) ? value : [value]).map(read)] as const]
    }),
  }
}

function readLatency(plain: Plain): Latency {
  if (!isMap(plain)) return { reply: null, tool: null, tools: {} }
  const { reply, tool, tools } = mappingOf(plain, ['turn', 'reply', 'tool', 'tools'], 'latency')
  return {
    reply: reply === undefined ? null : readLimit(reply),
    tool: tool === undefined ? null : readLimit(tool),
    tools: Object.fromEntries(
      Object.entries(isMap(tools ?? null) ? (tools as PlainMap) : {}).map(([name, each]) => [name, readLimit(each)]),
    ),
  }
}

/** Parses a time limit; a bare time is an upper bound. */
export function readLimit(plain: Plain): Matcher {
  const each = isMap(plain) ? (plain.each ?? null) : plain
  const read = readMatcher(each, { unit: 1 })
  return read.kind === 'compare' && read.by === 'equals' ? { ...read, by: 'at most' } : read
}
