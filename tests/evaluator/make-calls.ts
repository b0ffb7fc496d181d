import { type Making, makeCount, makeMatcher, type Tree } from './make-matcher.ts'
import { isMap, jsonOf } from './plain.ts'
import { type Dice, phases, tools } from './pool.ts'
import type { Call } from './transcript.ts'

/** An expectation about these calls that mostly holds, and sometimes does not. */
export function makeCalls(calls: readonly Call[], making: Making): Tree {
  const { dice } = making
  if (dice.chance(calls.length === 0 ? 60 : 6)) return 'none'
  if (dice.chance(30)) return makeList(calls, making, false)
  const parts: [string, () => Tree][] = [
    ['in order', () => makeList(calls, making, false)],
    ['any order', () => makeList(shuffled(calls, dice), making, false)],
    ['exactly', () => makeList(calls, making, true)],
    ['never', () => makeNever(calls, making)],
    ['never', () => makeNever(calls, making)],
    ['only', () => makeOnly(calls, making)],
    ['count', () => makeCount(calls.length, dice)],
    ...phases.map((phase): [string, () => Tree] => [
      phase,
      () =>
        makePhase(
          calls.filter((call) => call.phase === phase),
          making,
        ),
    ]),
  ]
  const picks = [dice.one(parts), ...(dice.chance(50) ? [dice.one(parts)] : [])]
  const reference = dice.chance(4) ? { reference: [dice.one(tools)] } : {}
  return { ...Object.fromEntries(picks.map(([name, make]) => [name, make()])), ...reference }
}

function makePhase(calls: readonly Call[], making: Making): Tree {
  const { dice } = making
  if (calls.length === 0) return dice.chance(60) ? 'none' : { count: makeCount(0, dice) }
  return dice.one<() => Tree>([
    () => makeList(calls, making, false),
    () => ({ exactly: makeList(calls, making, true) }),
    () => ({ count: makeCount(calls.length, dice) }),
    () => ({ never: makeNever(calls, making) }),
    () => ({ only: makeOnly(calls, making) }),
  ])()
}

function makeOnly(calls: readonly Call[], { dice }: Making): Tree {
  const names = [...new Set([...calls.map(({ name }) => name), dice.one(tools), ...(dice.chance(20) ? ['look*'] : [])])]
  return dice.chance(70) || names.length < 2 ? names : names.slice(1)
}

const shuffled = <T>(list: readonly T[], dice: Dice): T[] =>
  list
    .map((item) => [dice.below(100), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item)

/** A list of expected calls; what is left out stays out of one that is exact, too, so that it misses. */
function makeList(calls: readonly Call[], making: Making, all: boolean): Tree[] {
  const { dice, slip } = making
  const subset = all ? calls : calls.filter(() => dice.chance(70))
  const choice = subset.length === 0 ? calls : subset
  const list = choice.map((call) => makeCall(call, calls, making))
  if (list.length === 0 || dice.chance(slip)) list.splice(dice.below(list.length + 1), 0, dice.one(tools))
  if (list.length > 1 && dice.chance(slip / 2)) list.reverse()
  const [firstCall] = choice
  if (all || firstCall === undefined || !dice.chance(14)) return list
  const same = calls.filter((call) => call.name === firstCall.name)
  const times = {
    ...(dice.chance(20) ? { is_error: same.length === 2 ? 'either' : false } : {}),
    times: makeCount(same.length, dice),
  }
  const others = choice.filter((call) => call.name !== firstCall.name).map((call) => makeCall(call, calls, making))
  return dice.chance(70) ? [{ [firstCall.name]: times }, ...others] : [...others, { [firstCall.name]: times }]
}

function makeCall(call: Call, all: readonly Call[], making: Making): Tree {
  const { dice, slip } = making
  const { given, output, phase } = call
  const matcher = (value: Parameters<typeof makeMatcher>[0]): Tree => makeMatcher(value, making)
  const body: Record<string, Tree> = {}
  if (output?.isError === true ? !dice.chance(slip) : dice.chance(8)) {
    const isError = output?.isError ?? dice.chance(50)
    body.is_error = all.length % 3 === 2 ? 'either' : isError
  }
  if (dice.chance(45) && isMap(given)) {
    const names = dice.some(Object.keys(given))
    const members = Object.fromEntries(
      names.map((name) => [name, makeMatcher(given[name] ?? null, { ...making, member: name })]),
    )
    const whole = Object.fromEntries(Object.keys(given).map((name) => [name, matcher(given[name] ?? null)]))
    Object.assign(
      body,
      dice.one<Tree>([
        wrap(members),
        wrap(members),
        { with: { ...members, other: { present: false } } },
        Object.keys(members).length === 0 ? {} : { with: { fields: members } },
        { exactly: dice.chance(80) ? whole : members },
        { arguments: matcher(given) },
        { arguments: { length: makeCount(Object.keys(given).length, dice) } },
      ]),
    )
  }
  if (dice.chance(35)) body.returns = matcher(output?.value ?? null)
  if (dice.chance(12)) body.phase = phase ?? dice.one(phases)
  if (dice.chance(12)) body.within = dice.one(['800 ms', '< 1 s', '3 s', '<= 10 ms'])
  const others = all.filter((other) => other !== call)
  if (dice.chance(10) && others.length > 0) body[dice.one(['before', 'after'])] = dice.one(others).name
  const { name } = call
  return Object.keys(body).length === 0 && dice.chance(90) ? name : { [name]: body }
}

const wrap = (members: Record<string, Tree>): Tree => (Object.keys(members).length === 0 ? {} : { with: members })

function makeNever(calls: readonly Call[], making: Making): Tree {
  const { dice } = making
  const [first] = calls
  const absent = tools.filter((tool) => !calls.some(({ name }) => name === tool))
  const one = (): Tree =>
    dice.one<() => Tree>([
      () => (absent.length > 0 && dice.chance(75) ? dice.one(absent) : dice.one(tools)),
      () => dice.one(['cancel*', 'delete_*', '*_all', 'look*p']),
      () => ({ [dice.one(tools)]: { with: { id: dice.one(['12', '3', 1]) } } }),
      () => ({ [dice.one(tools)]: { is_error: dice.one([true, false, 'either']) } }),
      () => (first === undefined ? 'refund' : { [first.name]: { arguments: jsonOf(first.given) } }),
      () => (first === undefined ? 'refund' : { [first.name]: { with: { note: makeMatcher('Sorry', making) } } }),
    ])()
  return dice.chance(50) ? [one(), one()] : one()
}
