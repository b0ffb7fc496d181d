import type { DraftTurn } from '../draft/draft.ts'
import type { Origin } from '../draft/origin.ts'
import type { RasaLibrary } from './library.ts'

/** What Rasa does by itself, which is no tool of anybody's. */
const ownActions =
  /^(?:action_(?:listen|restart|session_start|back|default_\w+|two_stage_fallback|revert_fallback_events|deactivate_loop|extract_slots|unlikely_intent|clean_stack|cancel_flow|correct_flow_slot|clarify_flows|run_slot_rejections|trigger_\w+|send_text|hangup|repeat_bot_messages|reset_routing|metadata)|validate_\w+|action_validate_\w+|action_ask_\w+)$/

/** Expects the call of a tool that is named like an action; why not, where the action is no tool. */
export function expectAction(name: string, origin: Origin, turn: DraftTurn, { forms }: RasaLibrary): string | null {
  if (forms.has(name) || /_form$/.test(name)) return 'forms and loops are no part of a transcript'
  if (ownActions.test(name)) return 'Rasa does this by itself: no tool is called'
  turn.calls.push(name)
  const why = 'an action is expected as the call of a tool of its name: give it the name that the tool has here'
  turn.notes.push({ origin, kind: 'changed', what: name, why })
  return null
}
