import { isJsonObject, isSameName, type JsonObject, type JsonValue, sameJson, setMember } from '../../base/json/json.ts'
import { recallPattern } from '../../base/patterns/linear-pattern.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { askMeant, suggest } from '../../base/text/suggest.ts'
import { listSome } from '../../base/text/wording.ts'
import { itemMembers } from '../../suite/language/matchers/item-members.ts'
import type { Capture } from '../../suite/language/script/capture.ts'
import type { Turn } from '../../suite/language/script/turn.ts'
import { contentOf } from '../expect/reply-item.ts'
import type { TurnView } from '../transcript/turn-view.ts'
import type { AnsweredTurn, Stop } from './conversation-run.ts'
import type { State } from './run-context.ts'

/** Stores what the turn captures for later turns. A missing value ends the run, since later turns need it. */
export function captureAll(
  { variables, numerals, run }: State,
  turn: Turn,
  { index, view, sure }: AnsweredTurn,
): Stop | null {
  for (const { name, value: valuePath } of turn.capture ?? []) {
    const { value: path, at, pattern } = valuePath
    if (pattern?.kind === 'unjudgeable')
      return { kind: 'unable', index: index + 1, reason: `"${name}" cannot be captured: ${pattern.why}` }
    const captured = captureValues(name, valuePath, view, run.sessionId)
    if (sure !== undefined && !sameCaptured(captured, captureValues(name, valuePath, sure, run.sessionId)))
      return { kind: 'unable', index: index + 1, reason: `"${name}" cannot be captured for sure: ${besideCalls}` }
    if (!captured.ok && view.unseen !== null && path.startsWith('calls.'))
      return { kind: 'unable', index: index + 1, reason: `"${name}" cannot be captured: ${view.unseen}` }
    if (!captured.ok) return { kind: 'uncaptured', index: index + 1, at, reason: captured.reason, hint: captured.hint }
    for (const [each, value] of Object.entries(captured.value)) {
      setMember(variables, each, value)
      delete numerals[each]
    }
  }
  return null
}

const besideCalls =
  'the answer was found in the stored session, beside calls of the phase pre or post that an answer may show or not'

export type CaptureOutcome<T = JsonValue> = { ok: true; value: T } | { ok: false; reason: string; hint: string }

function sameCaptured(one: CaptureOutcome<JsonObject>, other: CaptureOutcome<JsonObject>): boolean {
  return one.ok && other.ok ? sameJson(one.value, other.value) : one.ok === other.ok
}

/** The values that one capture gives, by name: its own and, with a pattern, those of the named groups. */
function captureValues(
  name: string,
  wish: Capture,
  view: TurnView,
  sessionId: string | null,
): CaptureOutcome<JsonObject> {
  const values = candidates(wish.value, view, sessionId)
  if (!values.ok) return values
  const [first = null] = values.value
  if (wish.pattern?.kind !== 'matches') return { ok: true, value: { [name]: first } }
  const texts = values.value.map((each) =>
    typeof each === 'string' ? each : each === null ? '' : JSON.stringify(each),
  )
  for (const { pattern } of wish.pattern.patterns) {
    const patternText = `/${pattern.source}/${pattern.flags}`
    const match = texts.map((each) => recallPattern(pattern).find(each)).find((each) => each !== null)
    const previews = texts.map((each) => `"${cutText(each, 160)}"`)
    const hint = previews.every((each) => each === '""') ? 'it is empty' : `there is ${listSome(previews, 3)}`
    if (match === undefined) return { ok: false, reason: `nothing in ${wish.value} matches ${patternText}`, hint }
    const missing = recallPattern(pattern).groups.find((group) => !Object.hasOwn(match.groups, group))
    if (match.first === null || missing !== undefined) {
      const group = missing === undefined ? 'the first group' : `the group "${missing}"`
      return { ok: false, reason: `${group} of ${patternText} holds nothing in ${wish.value}`, hint }
    }
    const groups = Object.entries(match.groups).flatMap(([group, text]) => [
      [`${name}.${group}`, text],
      [group, text],
    ])
    return { ok: true, value: { ...Object.fromEntries(groups), [name]: match.first ?? match.text } }
  }
  return { ok: true, value: { [name]: first } }
}

/** What a path may mean, the likeliest first: `button.payload` is that of any button, the first one unless a pattern says which. */
function candidates(path: string, view: TurnView, sessionId: string | null): CaptureOutcome<JsonValue[]> {
  const [kind = '', member = ''] = path.split('.')
  if (Object.hasOwn(itemMembers, kind)) {
    const items = itemsOf(view, kind).filter((item) => isJsonObject(item) && Object.hasOwn(item, member))
    if (items.length > 0) return { ok: true, value: items.map((item) => (item as JsonObject)[member] ?? null) }
  }
  const tool = /^calls\.([^.]+)\.output$/.exec(path)?.[1]
  const last = tool === undefined ? undefined : view.calls.findLast(({ name }) => isSameName(name, tool))
  const outcome = capture(path, view, sessionId)
  if (!outcome.ok) return outcome
  const text = last?.output?.text
  return { ok: true, value: text === undefined ? [outcome.value] : [outcome.value, text] }
}

function itemsOf(view: TurnView, kind: string): JsonValue[] {
  const content = contentOf(view)
  return Array.isArray(content) ? content.filter((item) => isJsonObject(item) && item.kind === kind) : []
}

/**
 * Follows a capture path through a turn: `reply`, `agentName`, `sessionId`, `messages[0]`, content items by their kind
 * (`button.payload`, `image[1].url`), `calls.<tool>.arguments.…`, `calls.<tool>.output.…` (the tool's last call of the
 * turn; output parsed when it is JSON), with `[0]` or `.0` for list items, `[-1]` for the last.
 */
export function capture(path: string, view: TurnView, sessionId: string | null = null): CaptureOutcome {
  let value: JsonValue | undefined = capturable(view, sessionId)
  const steps = path.replace(/\[(-?\d+)\]/g, '.$1').split('.')
  for (const [index, step] of steps.entries()) {
    const member: string | undefined = memberAt(value, step)
    if (member === undefined) {
      const members = membersOf(value)
      const near = suggest(step, members)
      const where = steps.slice(0, index).join('.') || 'the turn'
      const hint =
        near !== undefined
          ? askMeant(near)
          : members.length > 0
            ? `there ${members.length === 1 ? 'is' : 'are'} ${listSome(members, 12)}`
            : 'there is nothing below it'
      return { ok: false, reason: `${where} has no "${step}" to capture`, hint }
    }
    value = isJsonObject(value) ? value[member] : (value as JsonValue[])[Number(member)]
  }
  return { ok: true, value: value ?? null }
}

function membersOf(value: JsonValue | undefined): string[] {
  if (isJsonObject(value)) return Object.keys(value)
  return Array.isArray(value) ? value.map((_, each) => String(each)) : []
}

/** The name or index of a member; negative indices count from the end. */
function memberAt(value: JsonValue | undefined, step: string): string | undefined {
  const memberKey = Array.isArray(value) && /^-\d+$/.test(step) ? String(value.length + Number(step)) : step
  return membersOf(value).find((each) => isSameName(each, memberKey))
}

function capturable(view: TurnView, sessionId: string | null): JsonValue {
  const calls = Object.fromEntries(
    view.calls.map(({ name, arguments: input, output }): [string, JsonValue] => [
      name,
      { arguments: input, output: output === null ? null : (output.json ?? output.text) },
    ]),
  )
  const kinds = Object.keys(itemMembers).map((kind): [string, JsonValue] => [kind, itemsOf(view, kind)])
  return {
    reply: view.replyText,
    messages: view.assistant.map(({ text }) => text),
    content: contentOf(view),
    agentName: view.assistant.at(-1)?.agentName ?? null,
    calls,
    ...(sessionId === null ? {} : { sessionId }),
    ...Object.fromEntries(kinds.filter(([, items]) => Array.isArray(items) && items.length > 0)),
  }
}
