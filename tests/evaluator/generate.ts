import { createPick } from '../corpus/pick.ts'
import { addWords } from './add-words.ts'
import { emit } from './emit.ts'
import { judgeExpectation } from './evaluate.ts'
import { readExpectation } from './expectation.ts'
import { knowsAll } from './laws.ts'
import { makeBroken } from './make-broken.ts'
import { makeDoings, makeHidden } from './make-doings.ts'
import { makeExpectation, makeSessionExpectation } from './make-expectation.ts'
import type { Making, Tree } from './make-matcher.ts'
import { holds } from './outcome.ts'
import { manners } from './panel.ts'
import { Broken, type PlainMap, readYaml, Written } from './plain.ts'
import { createDice, type Dice, pieces } from './pool.ts'
import { type Doings, openStage } from './stage.ts'
import { callsOf, type Entries, lastTime, messagesOf, saidByUser } from './transcript.ts'
import { resolveVariables } from './variables.ts'

/** A suite, as a tree and as YAML, and the agent's behaviour. */
export interface Case {
  tree: Record<string, Tree>
  doings: Doings
}

export const suiteOf = ({ tree }: Case): string => emit(tree)

/** The initial variables: plain ones, empty ones, one that looks like a pattern, and a number with its notation. */
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

/** Generates the case of a seed. */
export function generate(seed: number): Case {
  const dice = createDice(createPick(seed))
  const count = 1 + dice.below(3)
  const doings = makeDoings(dice, count)
  const stage = openStage(doings)
  const opens = dice.chance(4)
  const turnEntries = Array.from({ length: count }, (_, index) => {
    const answer = stage.say(index === 0 && opens ? null : messageAt(index))
    return 'refused' in answer ? null : answer.transcript
  })
  const slip = dice.one([0, 0, 2, 6, 15])
  let names: readonly string[] = dice.chance(12) ? [...full, ...empty] : full
  const making = (more: Partial<Making> = {}): Making => ({ dice, slip, names, depth: 2, text: false, ...more })
  const guard =
    doings.refusals.length === 0 && dice.chance(12)
      ? makeGuard(turnEntries.find((each) => each !== null) ?? [], making())
      : null
  const turns = turnEntries.map((entries, index) => {
    const turn: Record<string, Tree> = index === 0 && opens ? { 'agent starts': true } : { user: messageAt(index) }
    const before = turnEntries[index - 1] ?? null
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
  addCriteria(createDice(createPick(seed + 1_000_000_007)), suite, talk, turns, turnEntries, names)
  if (dice.chance(8)) suite['agent version'] = new Written(2, '2')
  if (dice.chance(7)) makeBroken(suite, turns, dice)
  addWords(createDice(createPick(seed + 3_000_000_019)), { suite, talk, turns, heard: turnEntries })
  return { tree: suite, doings: addHidden(createDice(createPick(seed + 2_000_000_011)), suite, doings, turnEntries) }
}

/** Adds calls that the stored session alone has to some cases where nothing else differs between it and the answers. */
function addHidden(
  dice: Dice,
  suite: Record<string, Tree>,
  doings: Doings,
  turnEntries: readonly (Entries | null)[],
): Doings {
  const isPlain =
    doings.refusals.length + doings.edits.length === 0 && turnEntries.every((each) => isReadable(each ?? []))
  if (!dice.chance(12) || !isPlain) return doings
  const laws = (suite.laws ?? {}) as Record<string, Tree>
  if (dice.chance(70)) suite.laws = { ...laws, 'slices add up': 'is known' }
  return {
    ...doings,
    hidden: makeHidden(
      dice,
      turnEntries.map((each) => each?.length ?? 0),
    ),
  }
}

/** Whether every entry is of a known type, and the user says nothing but what was sent. */
function isReadable(entries: Entries): boolean {
  return knowsAll(entries, []) && saidByUser(entries).length < 2
}

/** Adds criteria for judges to some cases. It draws its own decisions, so that the rest of a case stays the same. */
function addCriteria(
  dice: Dice,
  suite: Record<string, Tree>,
  talk: Record<string, Tree>,
  turns: Record<string, Tree>[],
  turnEntries: readonly (Entries | null)[],
  names: readonly string[],
): void {
  if (!dice.chance(22)) return
  const words = [...pieces, ...(names.includes('v') ? ['{{v}}'] : []), ...(names.includes('none') ? ['{{none}}'] : [])]
  const some = (): Tree => {
    const picks = [...new Set([dice.one(words), dice.one(words)])].slice(0, 1 + dice.below(2))
    const criteria = picks.map((word) => makeCriterion(word, dice))
    return criteria.length === 1 && dice.chance(60) ? (criteria[0] ?? '') : criteria
  }
  const alone = dice.chance(15)
  for (const [index, turn] of turns.entries()) {
    if (turnEntries[index] === null || dice.chance(40)) continue
    const beside = typeof turn.expect === 'object' && turn.expect !== null && !alone ? turn.expect : {}
    turn.expect = { ...beside, judge: some() }
  }
  if (dice.chance(20)) talk.session = { ...((talk.session as Record<string, Tree> | undefined) ?? {}), judge: some() }
  if (dice.chance(15) && turnEntries.some((each) => each !== null)) {
    const place = suite['every turn'] === undefined ? talk : suite
    const guard = (place['every turn'] as Record<string, Tree> | undefined) ?? {}
    place['every turn'] = { ...guard, judge: some() }
  }
  if (dice.chance(3)) turns[0] = { ...turns[0], expect: { judge: dice.one(refusedCriteria) } }
}

function makeCriterion(word: string, dice: Dice): Tree {
  const sought = /ship/i.test(word) ? 'Sorry' : word // a value of the environment, which no judge is shown
  const criterion = `${dice.chance(20) ? 'kindly ' : ''}the agent says ${sought}`
  const more: Record<string, Tree> = {
    ...(dice.chance(40) ? { expect: dice.one(['met', 'not met']) } : {}),
    ...(dice.chance(25) ? { 'looks at': dice.one(['turn', 'conversation']) } : {}),
    ...(dice.chance(25) ? { votes: new Written(3, '3') } : {}),
    ...(dice.chance(30) ? { by: panelOf(dice) } : {}),
  }
  return Object.keys(more).length === 0 ? criterion : { criterion, ...more }
}

/** One model, or several, only some of which agree. */
function panelOf(dice: Dice): Tree {
  const names = manners.filter(() => dice.chance(50))
  return names.length === 0 ? dice.one(manners) : names
}

/** Criteria that the docs reject. */
const refusedCriteria: readonly Tree[] = [
  '{{v}}',
  new Written(12, '12'),
  [],
  ['the agent says no', 'The agent says no'],
  { criterion: 'the agent says no', votes: new Written(0, '0') },
  { criterion: 'the agent says no', by: ['plain', 'plain'] },
  { criterion: 'the agent says no', expect: 'maybe' },
  { criterion: 'the agent says no', 'at least': new Written(3, '3') },
]

const messageAt = (index: number): string => (index === 0 ? 'Hi' : index === 1 ? 'Hi again ${name}' : 'Bye')

function makeGuard(entries: Entries, making: Making): Tree {
  return making.dice.one<() => Tree>([
    () => makeHolding(entries, making),
    () => ({ reply: { not: { contains: making.dice.one(['language model', 'Friday', '{{none}}']) } } }),
    () => ({ calls: { never: ['delete_*'] }, latency: { tool: '3 s' } }),
  ])()
}

/** An expectation; half of the time one that holds, if a few attempts find one. */
function makeHolding(entries: Entries, making: Making): Tree {
  const first = makeExpectation(entries, making)
  if (making.dice.chance(45)) return first
  for (let attempt = 0, tree = first; attempt < 6; attempt += 1, tree = makeExpectation(entries, making))
    if (doesHold(tree, entries)) return tree
  return first
}

const resolved = resolveVariables(variables, { version: 'default', 'env.SHOP': 'shipped' }, {})

function doesHold(tree: Tree, entries: Entries): boolean {
  try {
    const surroundings = { variables: resolved, now: lastTime(entries) }
    return judgeExpectation(readExpectation(readYaml(emit(tree))), entries, surroundings) === holds
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
