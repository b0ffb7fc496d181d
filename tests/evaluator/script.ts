import { type CallsSpec, readCalls } from './calls-spec.ts'
import { type Capture, namesOf, readCaptures } from './captures.ts'
import { type Criterion, readCriteria } from './criteria.ts'
import { type Expectation, readChecks, readExpectation } from './expectation.ts'
import { type Matcher, readMatcher } from './matcher.ts'
import { Broken, isList, isMap, jsonOf, mappingOf, type Plain, type PlainMap, readYaml } from './plain.ts'
import { expandTemplates } from './templates.ts'
import { namesIn, namesInAll, resolveVariables, type Variables } from './variables.ts'

/** A parsed suite of one conversation; throws Broken for what the docs reject. */
export interface Script {
  agent: string
  version: string
  variables: Variables
  stopAfterFailure: boolean
  relaxed: readonly string[]
  everyTurn: readonly Expectation[]
  turns: readonly Turn[]
  session: SessionSpec | null
}

export interface Turn {
  /** Null if the agent starts. */
  user: string | null
  requires: Expectation | null
  expect: Expectation | null
  capture: Readonly<Record<string, Capture>>
}

export interface SessionSpec {
  members: readonly (readonly [string, Matcher])[]
  calls: CallsSpec | null
  judge: readonly Criterion[]
  check: readonly string[]
}

const shared = ['agent', 'agent version', 'metadata', 'customer', 'variables', 'tags', 'repeat', 'every turn', 'laws']
const control = ['time limit', 'stop after failure']
const suiteKeys = [...shared, ...control, 'suite', 'include', 'masking', 'templates', 'conversations']
const talkKeys = [
  ...[...shared, ...control, 'name', 'skip', 'only', 'expected fail', 'turns', 'session', 'parameters', 'template'],
  ...['before', 'after'],
]
const turnKeys = [
  ...['user', 'agent starts', 'context', 'attachments', 'metadata', 'time limit', 'requires', 'expect', 'capture'],
]
const lawNames = [
  ...['known entries', 'same session', 'time order', 'message echoed', 'outputs paired', 'unique call ids'],
  ...['no open call', 'phases agree', 'phases follow blueprint', 'agent answers', 'no empty message', 'no placeholder'],
  ...['tools declared', 'slices add up', 'version answers'],
]

/** Parses a suite of one conversation. */
export function readScript(text: string, environment: Record<string, string>): Script {
  const suite = mappingOf(readYaml(text), suiteKeys, 'a suite')
  const talks = isList(suite.conversations ?? null) ? (suite.conversations as readonly Plain[]) : []
  const talk = mappingOf(talks[0] ?? null, talkKeys, 'a conversation')
  const [row] = isList(talk.parameters ?? null) ? (talk.parameters as readonly Plain[]) : []
  const initial = { ...mapOf(suite.variables), ...mapOf(talk.variables), ...mapOf(row) }
  const names = [...Object.keys(initial), 'version', ...namesIn(text).filter((name) => name.startsWith('env.'))]
  const expanded = expandTemplates(talk, mapOf(suite.templates), names)
  const turns = expanded.turns.map((turn) => mappingOf(turn, turnKeys, 'a turn'))
  const label = talk['agent version'] ?? suite['agent version'] ?? 'default'
  const version = String(jsonOf(label))
  const laws = { ...mapOf(suite.laws), ...mapOf(talk.laws) }
  mappingOf(laws, lawNames, 'laws')
  const values = { ...initial, ...expanded.given }
  const variables = resolveVariables(values, { version: label, ...fromEnvironment(text, environment) }, environment)
  const guards = [suite['every turn'], talk['every turn']].filter((each) => each !== undefined)
  refuseUnknownNames(suite, talk, turns, Object.keys(variables))
  const script: Script = {
    agent: String(talk.agent ?? suite.agent),
    version,
    variables,
    stopAfterFailure: (talk['stop after failure'] ?? suite['stop after failure']) !== false,
    relaxed: Object.keys(laws),
    everyTurn: guards.map(readExpectation),
    turns: turns.map(readTurn),
    session: talk.session === undefined ? null : readSession(talk.session),
  }
  refuseIdle(script, talk['every turn'] !== undefined)
  return script
}

const mapOf = (plain: Plain | undefined): PlainMap => (isMap(plain ?? null) ? (plain as PlainMap) : {})

/** Every `{{env.NAME}}` in the text; one that is not set breaks the suite. */
function fromEnvironment(text: string, environment: Record<string, string>): Variables {
  const names = namesIn(text).filter((name) => name.startsWith('env.'))
  return Object.fromEntries(
    names.map((name) => {
      const value = environment[name.slice(4)]
      if (value === undefined || value === '') throw new Broken(`${name} is not set`)
      return [name, value]
    }),
  )
}

/** Captured names exist in later turns and under `session`; everything else can only use the initial ones. */
function refuseUnknownNames(
  suite: PlainMap,
  talk: PlainMap,
  turns: readonly PlainMap[],
  atFirst: readonly string[],
): void {
  const names = new Set(atFirst)
  const check = (place: Plain | undefined): void => {
    for (const name of namesInAll(place ?? null)) if (!names.has(name)) throw new Broken(`nothing gives {{${name}}}`)
  }
  for (const each of [suite, talk]) {
    for (const key of ['agent', 'agent version', 'metadata', 'customer', 'every turn']) check(each[key])
    if (namesInAll([each.tags ?? null, each.laws ?? null]).length > 0)
      throw new Broken('a name in what is not compared')
  }
  check(talk.name)
  for (const turn of turns) {
    const { capture, ...rest } = turn
    check(rest)
    // A pattern takes the names that are known by then; a path takes none.
    check(capture)
    for (const name of namesOf(readCaptures(capture ?? null))) names.add(name)
  }
  check(talk.session)
}

function readTurn(turn: PlainMap): Turn {
  const { user, requires, expect, capture } = turn
  if ((user === undefined) === (turn['agent starts'] !== true))
    throw new Broken('a turn has a user, or the agent starts')
  return {
    user: user === undefined ? null : String(user),
    requires: requires === undefined ? null : readExpectation(requires),
    expect: expect === undefined ? null : readExpectation(expect),
    capture: readCaptures(capture ?? null),
  }
}

const sessionKeys = [
  ...['status', 'agent', 'agent version', 'analysis', 'variables', 'channel type', 'duration', 'retryAttemptNo'],
  ...['recordingUrl', 'calls', 'within', 'judge', 'check'],
]

const texts = ['status', 'agent', 'agent version', 'channel type']

function readSession(plain: Plain): SessionSpec {
  const map = mappingOf(plain, sessionKeys, 'session')
  return {
    members: Object.entries(map).flatMap(([name, value]) => {
      if (['calls', 'within', 'judge', 'check'].includes(name)) return []
      const place = name === 'duration' ? { unit: 1000 } : name === 'retryAttemptNo' ? { counts: true } : {}
      if (texts.includes(name)) return [[name, readMatcher(value, { scalars: true })] as const]
      return [[name, readMatcher(value, place)] as const]
    }),
    calls: map.calls === undefined ? null : readCalls(map.calls),
    judge: map.judge === undefined ? [] : readCriteria(map.judge),
    check: map.check === undefined ? [] : readChecks(map.check),
  }
}

/** How much models and functions are asked. */
const countQuestions = (of: Pick<Expectation, 'judge' | 'check'> | null): number =>
  (of?.judge.length ?? 0) + (of?.check.length ?? 0)

/** Rejects a conversation that can never fail, and an expectation that is never judged. */
function refuseIdle({ turns, session, everyTurn }: Script, guarded: boolean): void {
  const expected = [...everyTurn, ...turns.flatMap(({ expect, requires }) => [expect, requires])].filter(
    (each) => each !== null,
  )
  const isBeside = (each: Expectation): boolean =>
    each.reply !== null || each.latency !== null || each.error !== null || countQuestions(each) > 0
  const isIdle = session?.calls?.idle === true && session.members.length === 0 && countQuestions(session) === 0
  if (isIdle || expected.some((each) => each.calls?.idle === true && !isBeside(each)))
    throw new Broken('a list under reference alone')
  if (session !== null && session.members.length === 0 && session.calls === null && countQuestions(session) === 0)
    throw new Broken('an empty session')
  if (turns.some(({ requires }) => countQuestions(requires) > 0))
    throw new Broken('requires takes no judge and no check')
  if (turns.some(({ expect }) => expect !== null && expect.error !== null && countQuestions(expect) > 0))
    throw new Broken('a judge of a turn that is refused')
  const answered = turns.some(({ expect }) => expect === null || expect.error === null)
  if (!answered && countQuestions(session) > 0) throw new Broken('nothing that a judge could look at')
  if (turns[0]?.requires !== null) throw new Broken('no turn before the first one')
  if (turns.every(({ expect }) => expect === null) && session === null && !guarded)
    throw new Broken('nothing is expected')
}
