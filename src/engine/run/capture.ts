import { isJsonObject, isSameName, type JsonValue, sameJson, setMember } from '../../base/json.ts'
import { askMeant, suggest } from '../../base/suggest.ts'
import { listSome } from '../../base/wording.ts'
import type { Turn } from '../../suite/language/turn.ts'
import type { TurnView } from '../transcript/turn-view.ts'
import type { AnsweredTurn, Stop } from './conversation-run.ts'
import type { State } from './run-context.ts'

/** Stores what the turn captures for later turns. A missing value ends the run, since later turns need it. */
export function captureAll(
  { variables, numerals }: State,
  turn: Turn,
  { index, view, sure }: AnsweredTurn,
): Stop | null {
  for (const { name, value: path } of turn.capture ?? []) {
    const captured = capture(path.value, view)
    if (sure !== undefined && !sameJson(captured, capture(path.value, sure)))
      return { kind: 'unable', index: index + 1, reason: `"${name}" cannot be captured for sure: ${besideCalls}` }
    if (!captured.ok && view.unseen !== null && path.value.startsWith('calls.'))
      return { kind: 'unable', index: index + 1, reason: `"${name}" cannot be captured: ${view.unseen}` }
    if (!captured.ok)
      return { kind: 'uncaptured', index: index + 1, at: path.at, reason: captured.reason, hint: captured.hint }
    setMember(variables, name, captured.value)
    delete numerals[name]
  }
  return null
}

const besideCalls =
  'the answer was found in the stored session, beside calls of the phase pre or post that an answer may show or not'

/** A captured value, or why the path leads nowhere. */
export type Captured = { ok: true; value: JsonValue } | { ok: false; reason: string; hint: string }

/**
 * Follows a capture path through a turn: `reply`, `agentName`, `calls.<tool>.arguments.…`, `calls.<tool>.output.…`
 * (the tool's last call of the turn; output parsed when it is JSON), with `[0]` or `.0` for list items.
 */
export function capture(path: string, view: TurnView): Captured {
  let value: JsonValue | undefined = capturable(view)
  const steps = path.replace(/\[(\d+)\]/g, '.$1').split('.')
  for (const [index, step] of steps.entries()) {
    const members: string[] = isJsonObject(value)
      ? Object.keys(value)
      : Array.isArray(value)
        ? value.map((_, each) => String(each))
        : []
    const member = members.find((each) => isSameName(each, step))
    if (member === undefined) {
      const near = suggest(step, members)
      const where = steps.slice(0, index).join('.') || 'the turn'
      const hint =
        near !== undefined
          ? askMeant(near)
          : members.length > 0
            ? `there are ${listSome(members, 12)}`
            : 'there is nothing below it'
      return { ok: false, reason: `${where} has no "${step}" to capture`, hint }
    }
    value = isJsonObject(value) ? value[member] : (value as JsonValue[])[Number(step)]
  }
  return { ok: true, value: value ?? null }
}

function capturable(view: TurnView): JsonValue {
  const calls = Object.fromEntries(
    view.calls.map(({ name, arguments: given, output }): [string, JsonValue] => [
      name,
      { arguments: given, output: output === null ? null : (output.json ?? output.text) },
    ]),
  )
  return { reply: view.replyText, agentName: view.assistant.at(-1)?.agentName ?? null, calls }
}
