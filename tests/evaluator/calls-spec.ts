import { readLimit } from './expectation.ts'
import { isOperator, type Matcher, readCount, readMatcher } from './matcher.ts'
import { Broken, isList, isMap, type Plain, type PlainMap } from './plain.ts'

/** One expected call. */
export interface CallSpec {
  name: string
  /** Each must hold for the arguments. */
  given: readonly Matcher[]
  returns: Matcher | null
  /** Null if the suite does not say; then the tool has to succeed. */
  isError: boolean | 'either' | null
  phase: string | null
  within: Matcher | null
  before: readonly string[]
  after: readonly string[]
  times: Matcher | null
}

/** The expectations about the calls of a turn, a phase or a session. */
export interface CallsSpec {
  lists: readonly { kind: 'in order' | 'exactly' | 'any order'; specs: readonly CallSpec[] }[]
  never: readonly CallSpec[]
  /** Names of the only tools that may be called; null if any may. */
  only: readonly string[] | null
  none: boolean
  count: Matcher | null
  phases: readonly (readonly [string, CallsSpec])[]
  /** Whether none of it is ever judged. */
  idle: boolean
}

const phases = ['pre', 'during', 'post']
const orders = ['in order', 'exactly', 'any order'] as const

/** Parses the value of `calls`. */
export function readCalls(plain: Plain): CallsSpec {
  const nothing: CallsSpec = { lists: [], never: [], only: null, none: false, count: null, phases: [], idle: false }
  if (plain === 'none') return { ...nothing, none: true }
  if (isList(plain)) return { ...nothing, lists: [{ kind: 'in order', specs: plain.map(readCall) }] }
  if (!isMap(plain)) throw new Broken('calls take a list or a mapping')
  const other = Object.keys(plain).find(
    (name) => ![...orders, ...phases, 'never', 'only', 'count', 'reference'].includes(name),
  )
  if (other !== undefined) throw new Broken(`${other} is no key of calls`)
  const { never, only, count } = plain
  return {
    ...nothing,
    lists: orders.flatMap((kind) => {
      const list = plain[kind]
      return isList(list ?? null) ? [{ kind, specs: (list as readonly Plain[]).map(readCall) }] : []
    }),
    never: never === undefined ? [] : (isList(never) ? never : [never]).map(readCall),
    only: only === undefined ? null : (isList(only) ? only : [only]).map(String),
    count: count === undefined ? null : readCount(count),
    phases: phases.flatMap((name) => (plain[name] === undefined ? [] : [[name, readCalls(plain[name])] as const])),
    idle: Object.keys(plain).every((name) => name === 'reference'),
  }
}

const keys = ['with', 'exactly', 'arguments', 'returns', 'is_error', 'phase', 'within', 'before', 'after', 'times']

function readCall(plain: Plain): CallSpec {
  const [name = '', body = null]: readonly Plain[] = isMap(plain)
    ? (Object.entries(plain)[0] ?? [])
    : [String(plain), {}]
  if (!isMap(body)) throw new Broken(`${String(name)} takes a mapping`)
  const other = Object.keys(body).find((key) => !keys.includes(key))
  if (other !== undefined) throw new Broken(`${other} is no key of a call`)
  const listOf = (key: string): string[] => {
    const value = body[key]
    return value === undefined ? [] : (isList(value) ? value : [value]).map(String)
  }
  return {
    name: String(name),
    given: readArguments(body),
    returns: body.returns === undefined ? null : readMatcher(body.returns),
    isError: typeof body.is_error === 'boolean' || body.is_error === 'either' ? body.is_error : null,
    phase: typeof body.phase === 'string' ? body.phase : null,
    within: body.within === undefined ? null : readLimit(body.within),
    before: listOf('before'),
    after: listOf('after'),
    times: body.times === undefined ? null : readCount(body.times),
  }
}

function readArguments(body: PlainMap): Matcher[] {
  const { with: some, exactly, arguments: all } = body
  const names = isMap(some ?? null) ? Object.keys(some as PlainMap) : []
  if (some !== undefined && names.length === 0) throw new Broken('no argument in particular')
  if (names.some((name) => isOperator(name) && name !== 'fields')) throw new Broken('an operator directly under with')
  return [
    ...(some === undefined ? [] : [readMatcher(some)]),
    ...(exactly === undefined ? [] : [readMatcher({ exactly })]),
    ...(all === undefined ? [] : [readMatcher(all)]),
  ]
}
