import { checks } from './checks.ts'
import type { Tree } from './make-matcher.ts'
import { Written } from './plain.ts'
import type { Dice } from './pool.ts'
import { callsOf, type Entries, itemsOf, messagesOf } from './transcript.ts'

/** A suite of one conversation, and what the agent answers in its turns. */
interface Sketch {
  suite: Record<string, Tree>
  talk: Record<string, Tree>
  turns: Record<string, Tree>[]
  heard: readonly (Entries | null)[]
}

/** Adds captures of a part, functions of the user's own, and templates to some cases. */
export function addWords(dice: Dice, sketch: Sketch): void {
  if (dice.chance(16)) addParts(dice, sketch)
  if (dice.chance(14)) addChecks(dice, sketch)
  if (dice.chance(14)) addTemplates(dice, sketch)
}

const patterns = [
  ...['/order (\\d+)/i', '/(?<word>ship\\w+)/', '/\\d+/', '/Friday/', '/(Yes|Sorry)(, no)?/i', '/(, no)?order/i'],
  ...['/{{v}}/', '/(?<what>{{twelve}})/', '/^(.+)$/s', '/caf(é|x)/'],
]
const paths = [
  ...['reply', 'reply', 'messages[0]', 'messages[-1]', 'messages[1]', 'messages[3]', 'sessionId', 'agentName'],
  ...[
    'button.payload',
    'button.text',
    'button[1].payload',
    'button[-1].text',
    'image.caption',
    'image.url',
    'video.url',
  ],
  ...[
    'audio.mimeType',
    'file.filename',
    'file.url',
    'text.text',
    'content[0].text',
    'content[1].url',
    'content[-1].text',
  ],
]
const nowhere = [
  'reply.button.payload',
  'button',
  'button.colour',
  'messages',
  'calls',
  'content.text',
  'messages.0.text',
]

function addParts(dice: Dice, { turns, heard, talk }: Sketch): void {
  for (const [index, turn] of turns.entries()) {
    const entries = heard[index] ?? null
    if (entries === null || (turns.length > 1 && index === turns.length - 1 && dice.chance(60))) continue
    const outputs = callsOf(entries).map(({ name }) => `calls.${name}.output`)
    const there = [...membersIn(entries), ...outputs.flatMap((path) => [path, `${path}.status`])]
    const path = dice.chance(4) ? dice.one(nowhere) : dice.one(dice.chance(60) && there.length > 0 ? there : paths)
    const pattern = /output$/.test(path) ? '/"status":"(?<state>\\w+)"/' : dice.one(patterns)
    const part: Tree = dice.chance(/output$/.test(path) ? 90 : 65) ? { [path]: pattern } : path
    const name = `p${index}`
    turn.capture = { ...((turn.capture as Record<string, Tree> | undefined) ?? {}), [name]: part }
    const group = /\?<(\w+)>/.exec(typeof part === 'string' ? '' : pattern)?.[1]
    const names = group === undefined ? [name] : [name, group, `${name}.${group}`]
    const later = turns[index + 1]
    const value = `{{${dice.one(names)}}}`
    if (later === undefined) {
      if (talk.session !== undefined && dice.chance(50))
        talk.session = { ...(talk.session as Record<string, Tree>), status: { not: value } }
      continue
    }
    if (typeof later.user === 'string' && dice.chance(40)) later.user = `${later.user} ${value}`
    const expected = later.expect as Record<string, Tree> | undefined
    if (expected?.reply !== undefined || expected?.error !== undefined || dice.chance(20)) continue
    later.expect = { ...expected, reply: dice.one<Tree>([value, { contains: value }, { not: { contains: value } }]) }
  }
}

const membersIn = (entries: Entries): string[] =>
  messagesOf(entries)
    .flatMap(itemsOf)
    .flatMap((item) => Object.keys(item).flatMap((key) => (key === 'type' ? [] : [`${String(item.type)}.${key}`])))

function addChecks(dice: Dice, { suite, talk, turns, heard }: Sketch): void {
  const some = (): Tree =>
    dice.chance(75) ? dice.one(checks.slice(0, dice.chance(70) ? 3 : 6)) : [...dice.some(checks), checks[0] ?? '']
  for (const turn of turns) {
    if (dice.chance(45)) continue
    const beside = (turn.expect as Record<string, Tree> | undefined) ?? {}
    if (beside.error === undefined || dice.chance(10))
      turn.expect = { ...beside, check: dice.one([some(), some(), some(), 'own.mjs', '{{v}}', './own.css']) }
  }
  const isHeard = heard.every((each) => each !== null)
  if (dice.chance(20) && isHeard)
    talk.session = { ...((talk.session as Record<string, Tree> | undefined) ?? {}), check: some() }
  if (dice.chance(20) && isHeard) {
    const place = suite['every turn'] === undefined ? talk : suite
    place['every turn'] = { ...((place['every turn'] as Record<string, Tree> | undefined) ?? {}), check: some() }
  }
}

/** Moves some turns of the conversation to templates, with values for what stands in them. */
function addTemplates(dice: Dice, { suite, talk, turns }: Sketch): void {
  const from = dice.below(turns.length)
  const to = from + 1 + dice.below(turns.length - from)
  const values: Record<string, Tree> = {}
  let slice: Tree = turns.slice(from, to)
  const rename = (name: string, value: Tree, own: string): void => {
    const renamed = replaceName(slice, `{{${name}}}`, `{{${own}}}`)
    if (JSON.stringify(renamed) === JSON.stringify(slice)) return
    slice = renamed
    values[own] = value
  }
  // A criterion that is a name alone is refused, and one with a value in its place is not.
  if (!JSON.stringify(slice).includes('"judge"')) {
    if (dice.chance(60)) rename('v', dice.one<Tree>(['{{v}}', 'shipped', 'packing']), 'state')
    if (dice.chance(60)) rename('price', dice.one<Tree>(['{{price}}', new Written(19.9, '19.90'), '19.90']), 'cost')
    if (dice.chance(60)) rename('none', dice.one<Tree>(['{{none}}', '']), 'empty')
  }
  if (dice.chance(6)) values.unused = 'x'
  const use = (name: string): Record<string, Tree> =>
    Object.keys(values).length === 0 ? { use: name } : { use: name, with: values }
  const inner = dice.chance(5) ? 'steps' : 'parts'
  suite.templates = dice.chance(30) ? { [inner]: slice, steps: [{ use: 'parts', ...pass(values) }] } : { steps: slice }
  const name = dice.chance(4) ? 'stesp' : 'steps'
  if (from === 0 && Object.keys(values).length === 0 && dice.chance(50)) {
    talk.template = name
    talk.turns = turns.slice(to)
    if (to === turns.length) delete talk.turns
  } else talk.turns = [...turns.slice(0, from), use(name), ...turns.slice(to)]
}

/** The values of a template, handed on under their names to the one that it uses. */
const pass = (values: Record<string, Tree>): Record<string, Tree> =>
  Object.keys(values).length === 0
    ? {}
    : { with: Object.fromEntries(Object.keys(values).map((name) => [name, `{{${name}}}`])) }

function replaceName(tree: Tree, name: string, by: string): Tree {
  if (typeof tree === 'string') return tree.replaceAll(name, by)
  if (Array.isArray(tree)) return tree.map((each) => replaceName(each, name, by))
  if (typeof tree !== 'object' || tree === null || tree instanceof Written) return tree
  return Object.fromEntries(Object.entries(tree).map(([key, each]) => [key, replaceName(each as Tree, name, by)]))
}
