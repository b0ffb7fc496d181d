import type { JsonValue } from '../../../base/json/json.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import {
  type DraftConversation,
  type DraftTurn,
  expectCall,
  expectItem,
  notesAt,
  type PeerOrigin,
} from '../draft/draft.ts'
import { escapeLiteral } from '../draft/escape-literal.ts'
import { memberOf, scalarText, scalarTexts } from '../draft/read-members.ts'
import { type RasaLibrary, type RasaResponse, slotsSet } from './domain.ts'

export interface RasaScene {
  file: string
  library: RasaLibrary
  conversation: DraftConversation
  slots: Map<string, JsonValue>
}

/** Expects a response by name: any of its texts, with its buttons. Returns why not where no domain has it. */
export function expectResponse(name: string, origin: PeerOrigin, turn: DraftTurn, scene: RasaScene): string | null {
  const { library } = scene
  const response = library.responses.get(name)
  if (response === undefined)
    return 'neither these files nor a domain beside them have the texts of this response: import it with its domain, or write them'
  library.used.set(response.file, scene.file)
  const texts = response.variations.flatMap(({ text }) => (text === null || text.trim() === '' ? [] : [text]))
  tellBeside(name, response, origin, turn)
  if (texts.length < response.variations.length) {
    const [only, second] = response.variations
    if (texts.length > 0 || only === undefined || second !== undefined || only.buttons.length === 0)
      return 'this response has no text, at least not always, so none is expected'
  }
  const parts = texts.map((text) => piecesOf(text, scene))
  if (parts.some((pieces) => pieces.length === 0)) turn.conditions.push({ empty: false })
  else if (parts.length > 0) {
    const [only = [], second] = parts
    const wordings = parts.map((pieces): JsonValue => (pieces.length === 1 ? (pieces[0] ?? '') : { all: pieces }))
    turn.conditions.push({ contains: second === undefined ? only : [{ 'one of': wordings }] })
  }
  expectButtons(name, response, origin, turn, scene)
  return null
}

/** A response whose words are unknown is still sent, so some text is expected. */
export function expectSomeText(name: string, why: string, origin: PeerOrigin, turn: DraftTurn): void {
  turn.conditions.push({ empty: false })
  notesAt(turn, origin)('changed', name, `${why}; until then some text has to come`)
}

function tellBeside(name: string, { variations }: RasaResponse, origin: PeerOrigin, turn: DraftTurn): void {
  const note = notesAt(turn, origin)
  for (const what of new Set(variations.flatMap(({ beside }) => beside)))
    note('lost', `${name}: ${what}`, 'only the texts and buttons of a response are expected')
  if (variations.some(({ conditional }) => conditional))
    note(
      'changed',
      `${name}: condition or channel`,
      'what decides between its variations is not known here: any of them holds',
    )
}

function expectButtons(
  name: string,
  { variations }: RasaResponse,
  origin: PeerOrigin,
  turn: DraftTurn,
  { conversation }: RasaScene,
): void {
  const [only, second] = variations
  if (only === undefined || variations.every(({ buttons }) => buttons.length === 0)) return
  if (second !== undefined) {
    notesAt(turn, origin)('lost', `${name}: buttons`, 'only some variation of the response comes with them')
    return
  }
  const literal = (text: string): string => escapeLiteral(text, conversation.variables)
  for (const { text, payload } of only.buttons)
    if (!/\{[A-Za-z_]\w*\}/.test(text))
      expectItem(turn, 'button', { text: literal(text), ...(payload === '' ? {} : { payload: literal(payload) }) })
}

/** The known text of a response, with slot values filled in and split where a slot has none. */
function piecesOf(text: string, { conversation, slots }: RasaScene): string[] {
  const filledText = text.replace(/\{([A-Za-z_]\w*)\}/g, (match, name: string) => {
    const value = slots.get(name)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : match
  })
  const pieces = filledText.split(/\{[A-Za-z_]\w*\}/)
  const texts = pieces.length === 1 ? pieces : pieces.map((piece) => piece.trim())
  return texts.filter((piece) => piece.trim() !== '').map((piece) => escapeLiteral(piece, conversation.variables))
}

/** Expects what is shown of a slot or flow: its value at the end, a call of its name. False where nothing is. */
export function expectState(key: string, value: YamlNode, turn: DraftTurn, scene: RasaScene): boolean {
  const { shows } = scene.library
  if (key === 'slot_was_set' && shows.includes('slots')) {
    const bare = scalarTexts(value).map((name): [string, JsonValue] => [name, { present: true }])
    const set = [...slotsSet(value), ...bare]
    const state = Object.entries(Object.assign(scene.conversation.shown, Object.fromEntries(set)))
    scene.conversation.shown = Object.fromEntries(state.filter(([, to]) => to !== null))
    return set.length > 0
  }
  const flow = scalarText(value) ?? scalarText(memberOf(value, 'flow_id')) ?? ''
  if (key !== 'flow_started' || flow === '' || !shows.includes('flows')) return false
  expectCall(turn, 'in order', flow)
  return true
}

/** Actions that Rasa performs itself, without calling a tool. */
const ownActions =
  /^(?:action_(?:listen|restart|session_start|back|default_\w+|two_stage_fallback|revert_fallback_events|deactivate_loop|extract_slots|unlikely_intent|clean_stack|cancel_flow|correct_flow_slot|clarify_flows|run_slot_rejections|trigger_\w+|send_text|hangup|repeat_bot_messages|reset_routing|metadata)|validate_\w+|action_validate_\w+|action_ask_\w+)$/

/** Expects a call of the tool named like an action; returns why not where the action is no tool. */
export function expectAction(name: string, origin: PeerOrigin, turn: DraftTurn, { forms }: RasaLibrary): string | null {
  if (forms.has(name) || /_form$/.test(name)) return 'forms and loops are no part of a transcript'
  if (ownActions.test(name)) return 'Rasa does this by itself: no tool is called'
  expectCall(turn, 'in order', name)
  const why = 'an action is expected as the call of a tool of its name: give it the name that the tool has here'
  notesAt(turn, origin)('changed', name, why)
  return null
}
