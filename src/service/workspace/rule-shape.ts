import type { JsonObject } from '../../base/json/json.ts'
import { explainPattern, type Pattern } from '../../base/patterns/linear-pattern.ts'
import { formOf, withoutPatterns } from '../../suite/language/matchers/text-or-pattern.ts'
import { dictionary, list } from '../../suite/yaml/collections.ts'
import { literalObject } from '../../suite/yaml/literal.ts'
import { optional, type RecordOf, record, required } from '../../suite/yaml/record.ts'
import { flag, text, withPlace, word } from '../../suite/yaml/scalar.ts'
import { type Reading, refuse, refuseType, type Shape, withCheck } from '../../suite/yaml/shape.ts'
import type { AgentRule, AgentStep } from './agent.ts'
import { placesOfSteps } from './check-steps.ts'
import { checkUnique } from './checks/check-unique.ts'
import { mappingOr, textsOf } from './scalar-shapes.ts'

const fields = {
  call: optional(withPlace(text), 'The tool to call.'),
  with: optional(withPlace(literalObject), 'Its arguments; {value} and ${variable} are filled in.'),
  phase: optional(word(['pre', 'during', 'post']), 'Another phase than the place of the step says.'),
  say: optional(withPlace(text), 'A message of the agent.'),
  background: optional(withPlace(text), 'A message of the background agent.'),
  button: optional(text, 'A quick reply of the message before.'),
  payload: optional(text, "The button's payload."),
  image: optional(text, 'A picture, by file name.'),
  video: optional(text, 'A video, by file name.'),
  audio: optional(text, 'A sound, by file name.'),
  file: optional(text, 'A document, by file name.'),
  caption: optional(text, 'The caption of a picture or video.'),
  mimeType: optional(text, 'The media type, where the file name does not tell.'),
  think: optional(withPlace(text), 'A thinking entry.'),
  summarise: optional(withPlace(text), 'A summary entry.'),
  handOff: optional('hand off', withPlace(text), 'The agent that speaks from here on.'),
  end: optional(flag, 'true: the session is completed.'),
}

const shape = record('a step', fields)

/** One step of an agent: exactly one thing it does. */
export const stepShape: Shape<AgentStep> = withCheck(shape, (read, reading) => {
  const step = toStep(read, reading)
  const { call, say, background, think, summarise, handOff } = read
  const words = call ?? say ?? background ?? think ?? summarise ?? handOff
  if (step !== undefined) placesOfSteps.set(step, words?.at ?? read.at)
  if (read.with !== undefined) placesOfSteps.set(read.with.value, read.with.at)
  return step
})

function toStep(read: RecordOf<typeof fields>, reading: Reading): AgentStep | undefined {
  const { call, say, background, think, summarise, handOff, end } = read
  if (call !== undefined)
    return { kind: 'call', name: call.value, arguments: read.with?.value ?? {}, phase: read.phase ?? null }
  if (say !== undefined) return { kind: 'say', text: say.value, as: 'assistant' }
  if (background !== undefined) return { kind: 'say', text: background.value, as: 'backgroundAgent' }
  if (think !== undefined) return { kind: 'think', text: think.value }
  if (summarise !== undefined) return { kind: 'summarise', text: summarise.value }
  if (handOff !== undefined) return { kind: 'hand off', agent: handOff.value }
  if (end === true) return { kind: 'end' }
  const { button, payload, image, video, audio, file, caption, mimeType } = read
  const item = Object.fromEntries(
    Object.entries({ button, payload, image, video, audio, file, caption, mimeType }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  if (button ?? image ?? video ?? audio ?? file) return { kind: 'item', item: item as JsonObject }
  return refuse(
    reading,
    'missing-key',
    read.at,
    'a step does nothing',
    'write call, say, button, file, think, hand off or another step',
  )
}

/** Plain words in any case, or a pattern whose named groups become values; linear, so no message blocks the service. */
const says: Shape<Pattern> = {
  read(node, reading) {
    if (node.kind !== 'scalar' || node.source === '')
      return refuseType(reading, node, 'words or a pattern such as /order (?<order>\\d+)/i')
    const form = formOf(node.source)
    if (form === 'odd') {
      const message = `"${node.source}" looks like a pattern, and would be plain words here`
      return refuse(reading, 'bad-pattern', node.at, message, 'the flags of a pattern are i, m, s and u: /refund/i')
    }
    const slashed = form === 'pattern' ? /^\/(.+)\/([imsu]*)\n*$/s.exec(node.source) : null
    const source = slashed?.[1] ?? node.source.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const pattern = { source, flags: slashed === null ? 'i' : (slashed[2] ?? '') }
    const unsound = explainPattern(pattern)
    return unsound === null ? pattern : refuse(reading, 'bad-pattern', node.at, unsound.reason, plainer)
  },
  schema: () => ({ type: 'string' }),
}

const plainer = 'write plain words, or a pattern that goes without it, such as /order (?<order>\\d+)/i'

const texts = dictionary('values', text)

const conditions = record('when', {
  says: optional(says, "What the user's message holds."),
  state: optional(
    withoutPatterns(texts, { hint: 'write the value as set: gives it' }),
    'Values that earlier turns have set.',
  ),
})

const when: Shape<Pick<AgentRule, 'says' | 'state'>> = mappingOr(
  withCheck(says, (pattern) => ({ says: pattern, state: {} })),
  withCheck(conditions, (read) => ({ says: read.says ?? null, state: textsOf(read.state) })),
)

const ruleRecord = record('a rule', {
  id: required(withPlace(text), 'A name, by which a later version can replace the rule.'),
  when: required(when, 'Words or a pattern of the message; or { says, state }.'),
  do: required(list('steps', stepShape, 1), 'What the agent does, in order.'),
  set: optional(texts, 'Values for later turns.'),
})

export const rulesShape: Shape<AgentRule[]> = withCheck(list('rules', ruleRecord), (rules, reading) => {
  checkUnique(
    rules.map(({ id }) => id),
    'rule',
    reading,
  )
  return rules.map((read) => {
    const set = textsOf(read.set)
    const [first] = read.set ?? []
    if (first !== undefined) placesOfSteps.set(set, first.at)
    return { id: read.id.value, ...read.when, do: read.do, set }
  })
})
