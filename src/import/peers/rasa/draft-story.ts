import type { JsonObject } from '../../../base/json/json.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import { completeConversation, skipFor } from '../draft/complete-conversation.ts'
import { addTurn, type DraftConversation, type DraftTurn, notesAt, startConversation } from '../draft/draft.ts'
import { escapeLiteral, escapeLiterals } from '../draft/escape-literal.ts'
import { entriesOf, itemsOf, memberOf, originAt, scalarText, showEntry, showNode } from '../draft/read-members.ts'
import { applyAssertion, internalReasons } from './apply-assertion.ts'
import { type RasaLibrary, slotsSet, stripEntities } from './domain.ts'
import { expectAction, expectResponse, expectSomeText, expectState, type RasaScene } from './expect-response.ts'

const reasons: Readonly<Record<string, string>> = {
  slot_was_set: internalReasons.slot,
  slot_was_not_set: internalReasons.slot,
  flow_started: internalReasons.flow,
  flow_completed: internalReasons.flow,
  flow_cancelled: internalReasons.flow,
  active_loop: 'forms and loops are no part of a transcript',
  entities: 'what was understood is no part of a transcript',
  metadata: 'what a channel tells beside a message is not sent',
}

/** A test case, story or rule as a conversation, or null if nothing is said; `annotated` for marked entities. */
export function draftStory(
  node: YamlNode,
  name: string,
  { file, library, metadata }: { file: string; library: RasaLibrary; metadata: JsonObject },
  annotated: boolean,
): DraftConversation | null {
  const conversation = startConversation(name, originAt(file, node.at))
  conversation.metadata = metadata
  const scene = { file, library, conversation, slots: new Map([...library.slots, ...Object.entries(metadata)]) }
  for (const step of itemsOf(memberOf(node, 'steps'))) applyStep(step, scene, annotated)
  conversation.metadata = escapeLiterals(conversation.metadata, conversation.variables) as JsonObject
  return completeConversation(conversation) ? conversation : null
}

function applyStep(step: YamlNode, scene: RasaScene, annotated: boolean): void {
  const { conversation, library, file } = scene
  if (step.kind !== 'map') {
    const note = notesAt(conversation.turns.at(-1) ?? conversation, originAt(file, step.at))
    note('lost', showNode(step), 'a step is a mapping, such as user: or action:')
  }
  const keys = entriesOf(step).map(({ key }) => key)
  if (keys.includes('user') || keys.includes('intent')) say(step, scene, annotated)
  for (const { key, keyAt, value } of entriesOf(step)) {
    if (key === 'user' || key === 'intent') continue
    const origin = originAt(file, keyAt)
    const note = (kind: 'lost' | 'changed', why: string): void =>
      notesAt(conversation.turns.at(-1) ?? conversation, origin)(kind, showEntry({ key, value }), why)
    const turn = (): DraftTurn => conversation.turns.at(-1) ?? addTurn(conversation, 'agent', '', origin)
    const text = scalarText(value)
    if (key === 'bot' || key === 'utter' || (key === 'action' && text?.startsWith('utter_') === true))
      turn().answered = true
    if (key === 'bot' && text !== null && text.trim() !== '')
      turn().conditions.push({ contains: escapeLiteral(text, conversation.variables) })
    else if ((key === 'utter' || key === 'action') && text !== null) {
      if (text === 'action_listen') continue
      const current = turn()
      if (key === 'action' && !text.startsWith('utter_')) {
        const why = expectAction(text, origin, current, library)
        if (why !== null) note('lost', why)
      } else {
        const why = expectResponse(text, origin, current, scene)
        if (why !== null) expectSomeText(`${key}: ${text}`, why, origin, current)
      }
    } else if (key === 'slot_was_set') {
      for (const [name, to] of slotsSet(value)) scene.slots.set(name, to)
      if (conversation.turns.length === 0) {
        Object.assign(conversation.metadata, Object.fromEntries(slotsSet(value)))
        note('changed', 'slots that are filled before the talk became metadata')
      } else if (!expectState(key, value, turn(), scene))
        note('lost', `${reasons.slot_was_set}; responses after it have the value`)
    } else if (key === 'flow_started' && expectState(key, value, turn(), scene)) continue
    else if (key === 'assertions') {
      const current = turn()
      for (const each of itemsOf(value)) applyAssertion(each, current, scene)
    } else if (key === 'or') {
      const [first] = itemsOf(value)
      if (first !== undefined) applyStep(first, scene, annotated)
      note('changed', 'of what may happen, the first is here')
    } else if (key === 'checkpoint') {
      note('lost', 'a conversation begins at its beginning')
      skipFor(conversation, 'it goes on from another story, or is gone on with: write all turns')
    } else if (key === 'assertion_order_enabled') {
      if (text === 'true') note('lost', 'what a reply has to hold may stand in any order')
    } else note('lost', (Object.hasOwn(reasons, key) ? reasons[key] : undefined) ?? 'this step is not known')
  }
}

/** Adds what the user says: the text or, where there is only an intent, its first example. */
function say(step: YamlNode, { conversation, library, file }: RasaScene, annotated: boolean): void {
  const [user, intent] = [memberOf(step, 'user'), memberOf(step, 'intent')]
  const origin = originAt(file, (user ?? intent ?? step).at)
  const turn = addTurn(conversation, 'user', '', origin)
  const note = notesAt(turn, origin)
  const exampleOf = (name: string): string | undefined => {
    const texts = library.intents.get(name)
    if (texts !== undefined) library.used.set(texts.file, file)
    return texts?.texts[0]
  }
  const setText = (text: string): void => {
    turn.text = escapeLiteral(text, conversation.variables)
  }
  const userText = scalarText(user)
  if (userText !== null && userText.trim() !== '') {
    const text = annotated ? stripEntities(userText).trim() : userText
    if (text !== userText.trim() && annotated) note('lost', userText, 'which words are an entity is not judged')
    if (intent !== undefined)
      note('lost', `intent: ${showNode(intent)}`, 'what was understood is no part of a transcript')
    const triggered = /^\/(\w[\w/]*)$/.exec(text)?.[1]
    const example = triggered === undefined ? undefined : exampleOf(triggered)
    const asWritten = 'an intent is triggered in Rasa; here it is said as it is written'
    if (triggered !== undefined)
      note('changed', text, example === undefined ? asWritten : 'said in words of the training data')
    setText(example ?? text)
    return
  }
  const intentName = scalarText(intent) ?? ''
  const example = exampleOf(intentName)
  const unknown =
    'neither these files nor training data beside their domain have words for this intent: import it with its training data, or write them'
  if (example === undefined) note('lost', `intent: ${intentName}`, unknown)
  else {
    setText(example)
    note('changed', `intent: ${intentName}`, 'said in the first of its examples')
  }
}
