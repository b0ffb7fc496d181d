import { createPick } from '../corpus/pick.ts'
import { emit } from './emit.ts'
import { judgeExpectation } from './evaluate.ts'
import { readExpectation } from './expectation.ts'
import { makeBroken } from './make-broken.ts'
import { makeDoings } from './make-doings.ts'
import { makeExpectation, makeSessionExpectation } from './make-expectation.ts'
import type { Making, Tree } from './make-matcher.ts'
import { holds } from './outcome.ts'
import { Broken, type PlainMap, readYaml, Written } from './plain.ts'
import { createDice, type Dice } from './pool.ts'
import { type Doings, openStage } from './stage.ts'
import { callsOf, type Entries, lastTime, messagesOf } from './transcript.ts'
import { resolveVariables } from './variables.ts'

/** A suite, as a tree and as YAML, and what the agent does. */
export interface Case {
  tree: Record<string, Tree>
  doings: Doings
}

export const suiteOf = ({ tree }: Case): string => emit(tree)

/** Variables that are there from the start: plain ones, empty ones, one that looks like a pattern, and a number as it was written. */
const variables = {
  v: 'shipped',
  w: 'is {{v}}',
  any: '.*',
  price: new Written(19.9, '19.90'),
  twelve: new Written(12, '12'),
  none: '',
  blank: ' ',
  nothing: null,
}
const full = ['v', 'w', 'any', 'price', 'twelve', 'version', 'env.SHOP']
const empty = ['none', 'blank', 'nothing']

const lawNames = [
  ...[
    'known entries',
    'same session',
    'time order',
    'message echoed',
    'outputs paired',
    'no open call',
    'agent answers',
  ],
  ...['no empty message', 'no placeholder', 'slices add up', 'version answers', 'unique call ids', 'phases agree'],
]

/** The case of a seed. */
export function generate(seed: number): Case {
  const dice = createDice(createPick(seed))
  const count = 1 + dice.below(3)
  const doings = makeDoings(dice, count)
  const stage = openStage(doings)
  const opens = dice.chance(4)
  const heard = Array.from({ length: count }, (_, index) => {
    const answer = stage.say(index === 0 && opens ? null : said(index))
    return 'refused' in answer ? null : answer.transcript
  })
  const slip = dice.one([0, 0, 2, 6, 15])
  let names: readonly string[] = dice.chance(12) ? [...full, ...empty] : full
  const making = (more: Partial<Making> = {}): Making => ({ dice, slip, names, depth: 2, text: false, ...more })
  const guard =
    doings.refusals.length === 0 && dice.chance(12)
      ? makeGuard(heard.find((each) => each !== null) ?? [], making())
      : null
  const turns = heard.map((entries, index) => {
    const turn: Record<string, Tree> = index === 0 && opens ? { 'agent starts': true } : { user: said(index) }
    const before = heard[index - 1] ?? null
    if (before !== null && dice.chance(12)) turn.requires = makeHolding(before, making())
    if (entries === null) turn.expect = makeError(doings, index, dice)
    else if (dice.chance(80) || count === 1) turn.expect = makeHolding(entries, making())
    if (entries !== null && dice.chance(20)) {
      const captured = makeCapture(entries, index, dice)
      turn.capture = captured
      names = [...names, ...Object.keys(captured), ...Object.keys(captured)]
    }
    return turn
  })
  if (turns.every(({ expect }) => expect === undefined))
    turns[0] = { ...turns[0], expect: { reply: { words: { 'at least': 1 } } } }
  const talk: Record<string, Tree> = { name: 'talks', turns }
  if (dice.chance(22) && stage.sessionId() !== null) talk.session = makeSessionExpectation(stage.stored(), making())
  const suite: Record<string, Tree> = { suite: 'Desk', agent: 'desk', variables, conversations: [talk] }
  if (guard !== null) (dice.chance(50) ? suite : talk)['every turn'] = guard
  if (dice.chance(18))
    suite.laws = Object.fromEntries(lawNames.filter(() => dice.chance(40)).map((law) => [law, 'is known']))
  if (dice.chance(10)) talk['stop after failure'] = false
  if (dice.chance(8)) suite['agent version'] = new Written(2, '2')
  if (dice.chance(7)) makeBroken(suite, turns, dice)
  return { tree: suite, doings }
}

const said = (index: number): string => (index === 0 ? 'Hi' : index === 1 ? 'Hi again ${name}' : 'Bye')

function makeGuard(entries: Entries, making: Making): Tree {
  return making.dice.one<() => Tree>([
    () => makeHolding(entries, making),
    () => ({ reply: { not: { contains: making.dice.one(['language model', 'Friday', '{{none}}']) } } }),
    () => ({ calls: { never: ['delete_*'] }, latency: { tool: '3 s' } }),
  ])()
}

/** An expectation; half of the time one that holds, where a few attempts find one. */
function makeHolding(entries: Entries, making: Making): Tree {
  const first = makeExpectation(entries, making)
  if (making.dice.chance(45)) return first
  for (let attempt = 0, tree = first; attempt < 6; attempt += 1, tree = makeExpectation(entries, making))
    if (doesHold(tree, entries)) return tree
  return first
}

function doesHold(tree: Tree, entries: Entries): boolean {
  try {
    const given = resolveVariables(variables, { version: 'default', 'env.SHOP': 'shipped' }, {})
    return (
      judgeExpectation(readExpectation(readYaml(emit(tree))), entries, { variables: given, now: lastTime(entries) }) ===
      holds
    )
  } catch (error) {
    if (error instanceof Broken) return false
    throw error
  }
}

function makeError(doings: Doings, index: number, dice: Dice): Tree {
  const refusal = doings.refusals.find(({ turn }) => turn === index)
  const errorCode = dice.chance(75) ? refusal?.errorCode : 'agentNameRequired'
  return dice.one<Tree>([
    { error: errorCode },
    { error: { status: dice.chance(75) ? refusal?.status : 401, errorCode } },
    { error: { 'one of': [errorCode, 'forbidden'] } },
    { reply: { contains: 'order' } },
  ])
}

function makeCapture(entries: Entries, index: number, dice: Dice): Record<string, string> {
  const calls = callsOf(entries)
  const single = calls.filter(({ name }) => calls.filter((call) => call.name === name).length === 1)
  const paths = single.flatMap(({ name, given, output }) => [
    ...Object.keys(given as PlainMap).map((member) => `calls.${name}.arguments.${member}`),
    ...(typeof output?.value === 'object' && output.value !== null
      ? Object.keys(output.value).map(
          (member) =>
            `calls.${name}.output.${member === 'items' ? 'items[0].id' : member === 'tags' ? 'status' : member}`,
        )
      : []),
  ])
  const path = dice.one([
    ...(messagesOf(entries).length > 0 ? ['reply', 'agentName'] : []),
    ...paths,
    ...paths,
    'reply',
  ])
  return { [`c${index}`]: path }
}
