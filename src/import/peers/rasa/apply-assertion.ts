import type { JsonValue } from '../../../base/json/json.ts'
import { writeText } from '../../../suite/language/matchers/read-matcher.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import { negateCondition, readPattern } from '../draft/conditions.ts'
import { type DraftConversation, type DraftTurn, expectItem, notesAt, type PeerOrigin } from '../draft/draft.ts'
import { escapeLiteral } from '../draft/escape-literal.ts'
import { expectCriterion, judgedHere } from '../draft/expect-criterion.ts'
import { entriesOf, itemsOf, memberOf, originAt, scalarText, showEntry, showNode } from '../draft/read-members.ts'
import { slotsSet } from './domain.ts'
import { expectAction, expectResponse, expectSomeText, expectState, type RasaScene } from './expect-response.ts'

/** Why what Rasa knows of a talk is not expected, and where an agent may show it. */
export const internalReasons = {
  slot: 'slots are no part of a transcript: if your agent shows them, import with --shows slots, or expect arguments of calls',
  flow: 'flows are no part of a transcript: if each is a call, import with --shows flows; else expect its replies',
} as const

const reasons: readonly (readonly [RegExp, string])[] = [
  [/^(?:flow_|pattern_)/, internalReasons.flow],
  [/^slot_/, internalReasons.slot],
]

export function applyAssertion(node: YamlNode, turn: DraftTurn, scene: RasaScene): void {
  for (const { key, keyAt, value } of entriesOf(node)) {
    const origin = originAt(scene.file, keyAt)
    const lose = (what: string, why: string): void => notesAt(turn, origin)('lost', `${key}: ${what}`, why)
    if (key === 'bot_uttered') turn.answered = true
    if (key === 'slot_was_set') for (const [name, to] of slotsSet(value)) scene.slots.set(name, to)
    if (key === 'bot_uttered') uttered(value, turn, scene, origin, lose)
    else if (key === 'bot_did_not_utter') notUttered(value, turn, scene, origin, lose)
    else if (key === 'action_executed' && scalarText(value) !== null) {
      const why = expectAction(scalarText(value) ?? '', origin, turn, scene.library)
      if (why !== null) lose(showNode(value), why)
    } else if (expectState(key, value, turn, scene)) continue
    else if (generative.test(key)) judgeText(key, value, turn, scene, origin)
    else lose(showNode(value), reasons.find(([pattern]) => pattern.test(key))?.[1] ?? 'this assertion is not known')
  }
}

const generative = /^generative_response_is_(?:relevant|grounded)$/

/** Expects a judge to find a text relevant, or consistent with the stated truth. */
function judgeText(key: string, node: YamlNode, turn: DraftTurn, scene: RasaScene, origin: PeerOrigin): void {
  const note = notesAt(turn, origin)
  const grounded = key.endsWith('grounded')
  const truth = grounded ? scalarText(memberOf(node, 'ground_truth')) : ''
  const statement = escapeLiteral(truth ?? '', scene.conversation.variables).replace(/[.\s]+$/, '')
  const criterion = grounded ? `agrees with this statement: ${statement}` : 'answers what the customer asked'
  const unknown = 'what it is grounded in is no part of the file: write judge: and what it must agree with'
  const why = truth === null ? unknown : expectCriterion(turn, criterion)
  if (why !== null) {
    note('lost', `${key}: ${showNode(node)}`, why)
    return
  }
  turn.answered = true
  note('changed', key, judgedHere)
  for (const entry of entriesOf(node))
    if (entry.key !== 'ground_truth') note('lost', showEntry(entry), 'there are no scores: a criterion is met or not')
}

type Lose = (what: string, why: string) => void

function uttered(
  node: YamlNode,
  turn: DraftTurn,
  scene: RasaScene,
  origin: PeerOrigin,
  lose: Lose,
  demand: 'must' | 'must not' = 'must',
): void {
  const { conversation } = scene
  for (const { key, value } of entriesOf(node)) {
    const text = scalarText(value)
    if (key === 'utter_name' && text !== null) {
      const why = expectResponse(text, origin, turn, scene)
      if (why !== null && demand === 'must not') lose(text, why)
      else if (why !== null) expectSomeText(`bot_uttered: ${text}`, why, origin, turn)
    } else if (key === 'text_matches' && text !== null) {
      const read = readPattern(text, '')
      if (read.ok) turn.conditions.push({ matches: escapeLiteral(read.text, conversation.variables) })
      else lose(text, read.why)
    } else if (key === 'buttons')
      for (const button of itemsOf(value)) expectItem(turn, 'button', buttonOf(button, conversation))
    else lose(showEntry({ key, value }), 'this part of the assertion is not known')
  }
}

/** A button as the file describes it: `title` is its text. */
function buttonOf(node: YamlNode, { variables }: DraftConversation) {
  const members = entriesOf(node).flatMap(({ key, value }): [string, JsonValue][] => {
    const name = key === 'title' ? 'text' : key
    return name === 'text' || name === 'payload' ? [[name, writeText(escapeLiteral(showNode(value), variables))]] : []
  })
  return members.length === 0 ? { text: { type: 'text' } } : Object.fromEntries(members)
}

/** Negates all parts together, except a button, which is negated on its own because it is a content item. */
function notUttered(node: YamlNode, turn: DraftTurn, scene: RasaScene, origin: PeerOrigin, lose: Lose): void {
  const aside: DraftTurn = { ...turn, conditions: [], items: {} }
  uttered(node, aside, scene, origin, lose, 'must not')
  const [first, second] = aside.conditions
  if (first !== undefined)
    turn.conditions.push(second === undefined ? negateCondition(first) : { not: { all: aside.conditions } })
  const buttons = memberOf(node, 'buttons') === undefined ? [] : (aside.items.button ?? [])
  for (const button of buttons)
    expectItem(turn, 'content', {
      not: { contains: { kind: 'button', ...(typeof button === 'object' ? button : {}) } },
    })
  if (memberOf(node, 'buttons') !== undefined && first !== undefined)
    lose('buttons', 'text and buttons must each not be, where Rasa forbids them together')
}
