import { groupByKey } from '../../../base/group-by.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { cutThrough, describeJson, findAt, meansNone } from '../../../base/json/json-path.ts'
import { isNothing } from '../../../base/json/output-success.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { isBlank } from '../../../base/text/characters.ts'
import { listSome } from '../../../base/text/wording.ts'
import { describeFlaw, endingsIn, flawOf } from '../../../wire/models/whole-answer.ts'
import type { AgentPart, AgentTurn, CallPart } from '../../workspace/agent-function.ts'
import type { AnswerMapping, AnswerPath } from '../../workspace/remote-shape.ts'
import { layerOfError } from '../code/layer-of-error.ts'
import { readArguments, toolOutcome, withRefusal } from './chat-messages.ts'
import type { FarSide } from './far-side.ts'
import { handoffBy, type RemoteVersion } from './remote-version.ts'

/**
 * Reads a turn's parts by a mapping; `shown` is false if it says nothing of calls, `begun` counts turns.
 * @throws AgentError for a path that finds nothing, with its place and what is there, and for an answer that is cut off
 */
export function readMapped(
  answer: JsonValue,
  mapping: AnswerMapping,
  far: FarSide,
  version: RemoteVersion,
  turn: AgentTurn,
): { parts: AgentPart[]; session: string | null; showsCalls: boolean; begun: number } {
  const find = finder(far)
  const [error] = (find(answer, mapping.error, 'optional') ?? []).filter((each) => !isNothing(each))
  if (error !== undefined)
    throw far.fail(`answers with an error: ${cutText(JSON.stringify(messageOf(error)), 300)}`, layerOfError({ error }))
  const { document, begun } = turnIn(answer, mapping.turn, far, turn)
  const maybe = (path: AnswerPath | undefined): JsonValue[] => find(document, path, 'optional') ?? []
  const { calls, showsCalls } = callsOf(document, mapping, far)
  for (const endReason of maybe(mapping.finish)) {
    const endings = typeof endReason === 'string' ? [endReason] : endingsIn(endReason)
    if (endReason !== null && endings.length === 0 && mapping.finish?.optional !== true)
      throw far.fail(`ends for a reason that is ${describeJson(endReason)} (${mapping.finish?.at}): a text is read`)
    for (const ending of endings) {
      const flaw = flawOf(ending, calls.length)
      if (flaw !== null)
        throw far.fail(`gives an answer that ${describeFlaw(flaw, ending)} (${cutText(ending, 40)})`, 'service')
    }
  }
  const read = (replies: JsonValue[] | null): string[] =>
    (replies ?? []).flatMap((each) => textsOf(each, mapping.reply, far))
  const waiting = calls.filter((call) => call.output === undefined && call.error === undefined)
  if (waiting.length > 0 && read(maybe(mapping.reply)).every(isBlank))
    throw far.fail(
      `asks for tools (${listSome(
        waiting.map(({ call }) => call),
        8,
      )}), and an http: agent runs its own: chat completions: runs those of the version`,
    )
  const speaker = maybe(mapping.handOff).at(-1)
  const handoff = handoffBy(version, speaker)
  if (handoff.length === 0 && speaker !== turn.agentName && !isNothing(speaker))
    throw far.fail(
      `names ${cutText(JSON.stringify(speaker), 80)} as the agent that speaks (${mapping.handOff?.at}), which is neither ` +
        `${turn.agentName} nor one that it hands off to: add it under hands off to`,
    )
  const isHandedOver = handoff.some((part) => typeof part === 'object' && 'handOff' in part)
  // an agent that hands over may leave the words to the next one
  const replyTexts = read(find(document, mapping.reply, isHandedOver ? 'optional' : 'list'))
  const spoken = replyTexts.filter((each) => !isBlank(each))
  const texts = spoken.length > 0 || isHandedOver ? spoken : ['']
  const thoughts = maybe(mapping.thinking).flatMap((each) => textsOf(each, mapping.thinking, far))
  const [session] = find(document, mapping.session) ?? []
  if (session !== undefined && typeof session !== 'string' && typeof session !== 'number')
    throw far.fail(`answers with a session id that is ${describeJson(session)} (${mapping.session?.at})`)
  return {
    parts: [
      ...usageOf(document, mapping, far, turn),
      ...thoughts.filter((think) => !isBlank(think)).map((think) => ({ think: think.trim() })),
      ...calls,
      ...handoff,
      ...texts.map((text) => text.trim()),
      ...(maybe(mapping.end).some((each) => !isNothing(each)) ? [{ end: true as const }] : []),
    ],
    session: session === undefined ? null : String(session),
    showsCalls,
    begun,
  }
}

/** This turn's part of an answer that repeats all, and how many turns begin in it. @throws AgentError for none new */
function turnIn(
  answer: JsonValue,
  begins: AnswerPath | undefined,
  far: FarSide,
  { state }: AgentTurn,
): { document: JsonValue; begun: number } {
  if (begins === undefined) return { document: answer, begun: 0 }
  const begun = finder(far)(answer, begins, 'optional')?.length ?? 0
  const { turns } = isJsonObject(state.remote) ? state.remote : {}
  if (begun > 0 && (typeof turns !== 'number' || begun > turns))
    return { document: cutThrough(begins.path, answer), begun }
  const place = `${begins.path} (${begins.at})`
  throw far.fail(
    begun === 0
      ? `answers with nothing at ${place}, so that no turn begins there`
      : `answers without a new turn at ${place}: there are ${begun}, as after the turn before`,
  )
}

type Find = (value: JsonValue, path: AnswerPath | undefined, how?: 'optional' | 'list') => JsonValue[] | null

/** Finds what is at a path; null where no path is stated, or where it may lead to nothing. */
function finder(far: FarSide): Find {
  return (value, path, how) => {
    if (path === undefined) return null
    const lookup = findAt(path.path, value)
    if ('values' in lookup && (lookup.values.length > 0 || how === 'optional')) return lookup.values
    if (how === 'optional' || (path.optional === true && how !== 'list')) return null
    const place = `${path.path} (${path.at})`
    throw far.fail(
      'missing' in lookup
        ? `answers with nothing at ${place}: where ${lookup.missing} should be is ${lookup.instead}`
        : `answers with nothing at ${place}: ${describeJson(value)} has none`,
    )
  }
}

/** The calls of an answer; `shown` is false if there may be others. */
function callsOf(
  document: JsonValue,
  { calls: mapping, outputs }: AnswerMapping,
  far: FarSide,
): { calls: CallPart[]; showsCalls: boolean } {
  if (mapping === undefined) return { calls: [], showsCalls: false }
  const find = finder(far)
  const items = itemsAt(document, mapping.each, far)
  if (items === null) return { calls: [], showsCalls: false }
  // Where ids repeat, outputs belong to their calls in order.
  const byId = groupByKey(outputs === undefined ? [] : outputsOf(document, outputs, far), ({ id }) => id)
  const calls = items.map((item): CallPart => {
    const [name] = find(item, mapping.name, 'list') ?? []
    if (typeof name !== 'string')
      throw far.fail(`answers with a call whose name is ${describeJson(name ?? null)} (${mapping.name.at})`)
    const [rawArguments] = find(item, mapping.arguments) ?? []
    const args = rawArguments === undefined || rawArguments === null ? {} : readArguments(name, rawArguments, far.fail)
    const [id] = find(item, mapping.id, 'optional') ?? []
    const apart = byId.get(String(id))?.shift()
    const [output] = find(item, mapping.output, 'optional') ?? []
    const [error] = find(item, mapping.error, 'optional') ?? []
    const states = mapping.error !== undefined || (apart !== undefined && outputs?.error !== undefined)
    return {
      call: name,
      with: args ?? { text: typeof rawArguments === 'string' ? rawArguments : JSON.stringify(rawArguments) },
      ...outcome(output ?? apart?.output, error ?? apart?.error, states),
    }
  })
  const { path, optional: isReady } = mapping.each
  const isShown = isReady === true ? !holdsOtherCalls(document) : calls.length > 0 || meansNone(path, document)
  return { calls, showsCalls: isShown }
}

/** Whether an answer of a known protocol holds calls of kinds that are not read, such as a search of the web. */
function holdsOtherCalls(document: JsonValue): boolean {
  const { output } = isJsonObject(document) ? document : {}
  const isOther = (item: JsonValue): boolean =>
    isJsonObject(item) && /_call$/.test(String(item.type)) && !/^(?:function|mcp)_call$/.test(String(item.type))
  return Array.isArray(output) && output.some(isOther)
}

function outputsOf(document: JsonValue, mapping: NonNullable<AnswerMapping['outputs']>, far: FarSide) {
  const find = finder(far)
  return (itemsAt(document, mapping.each, far) ?? []).map((item) => ({
    id: String(find(item, mapping.id)?.[0]),
    output: find(item, mapping.output)?.[0],
    error: find(item, mapping.error, 'optional')?.[0],
  }))
}

/** A path to a member, which may be null for no list; any other leads to items, none of which may. */
const endsInMember = /^\/|\.[^.[\]*]+$|\[(?:'[^']*'|"[^"]*")\]$/

/** The items at a path: of a list, or of all lists that it finds; null if an answer need not have it, and has not. */
function itemsAt(document: JsonValue, path: AnswerPath, far: FarSide): JsonValue[] | null {
  const lookup = findAt(path.path, document)
  if ('values' in lookup)
    return lookup.values.flatMap((each) =>
      Array.isArray(each) ? each : each === null && endsInMember.test(path.path) ? [] : [each],
    )
  if (path.optional === true) return null
  throw far.fail(
    `answers with nothing at ${path.path} (${path.at}): where ${lookup.missing} should be is ${lookup.instead}`,
  )
}

const wentWell = /^(?:success|succeeded|ok|completed|done)$/i

/** What a tool gave; a call with neither output nor error stays open. `states` is whether an error would be seen. */
function outcome(
  output: JsonValue | undefined,
  error: JsonValue | undefined,
  states: boolean,
): Pick<CallPart, 'output' | 'error' | 'unsure'> {
  const text = output === undefined || typeof output === 'string' ? output : JSON.stringify(output)
  if (!isNothing(error) && !wentWell.test(String(error)))
    return { error: text ?? (typeof error === 'string' ? error : JSON.stringify(error)) }
  if (text === undefined) return {}
  return states ? { output: text } : toolOutcome(text, undefined)
}

/** A text, what has one, or a list of these. */
function textsOf(value: JsonValue, path: AnswerPath | undefined, far: FarSide): string[] {
  if (value === null) return ['']
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) {
    // parts of one message are one text, and messages are several
    const texts = value.flatMap((each) => (isOtherPart(each, path, far) ? [] : textsOf(each, path, far)))
    return value.every((each) => typeof each !== 'string') ? [texts.join('')] : texts
  }
  const { text, content, refusal } = isJsonObject(value) ? value : {}
  const own = [text, content].find((each) => typeof each === 'string')
  const both = [own, refusal].filter((each) => typeof each === 'string')
  if (both.length > 0) return [withRefusal(both[0] ?? '', both[1] ?? '')]
  throw far.fail(`answers with no text at ${path?.path} (${path?.at}): there is ${describeJson(value)}`)
}

/** Kinds of parts that are read elsewhere, or that nobody is told. */
const untold = /call|tool|function|code|think|reason|step|signature|citation|source|annotation|cache/i

/** Whether a part of a message is no text, such as a call. @throws AgentError for one that is told, such as an image */
function isOtherPart(part: JsonValue, path: AnswerPath | undefined, far: FarSide): boolean {
  const { type } = isJsonObject(part) ? part : {}
  if (!isJsonObject(part) || typeof type !== 'string' || ['text', 'content', 'refusal'].some((key) => key in part))
    return false
  if (untold.test(type)) return true
  throw far.fail(
    `answers with a part of the type ${cutText(JSON.stringify(type), 40)} at ${path?.path} (${path?.at}), which only a text can be: where it may be lost, leave it out by a filter, such as [?@.type=='text']`,
  )
}

function usageOf(document: JsonValue, { usage }: AnswerMapping, far: FarSide, turn: AgentTurn): AgentPart[] {
  if (usage === undefined) return []
  const find = finder(far)
  const [inputs, outputs] = [find(document, usage.input), find(document, usage.output)]
  if (inputs === null || outputs === null || inputs.length + outputs.length === 0) return []
  const model = find(document, usage.model)?.at(-1)
  const sum = (tokens: JsonValue[], { path, at }: AnswerPath): number => {
    const odd = tokens.find((each) => !Number.isSafeInteger(each) || Number(each) < 0)
    if (odd !== undefined) throw far.fail(`answers with ${describeJson(odd)} as tokens at ${path} (${at})`)
    return tokens.reduce<number>((total, each) => total + Number(each), 0)
  }
  const counts = { inputTokens: sum(inputs, usage.input), outputTokens: sum(outputs, usage.output) }
  return [{ usage: { model: typeof model === 'string' ? model : turn.agentName, ...counts } }]
}

/** The message of an error, or the error itself. */
function messageOf(error: JsonValue): JsonValue {
  const { message } = isJsonObject(error) ? (error as JsonObject) : {}
  return message ?? error
}
