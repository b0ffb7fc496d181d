import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import type { Phase } from '../../../wire/api/transcript-entry.ts'
import type { HidingProtocol } from '../../../wire/api/unseen.ts'
import { AgentError, type AgentPart, type TokenUsage, type ToolOutcome } from '../../workspace/agent-function.ts'
import { mostOutput } from '../code/output.ts'
import { mediaItem } from '../content-items.ts'
import { plain, readPart, showPart } from '../read-part.ts'
import type { FarNotes } from '../remote/remote-version.ts'
import { splitThoughts } from '../split-thoughts.ts'
import type { Line, Performance } from '../write-entries.ts'
import { startTurnClock } from './turn-clock.ts'

/** Records what happens in a turn as it happens, with the time in between. */
export interface Notes extends FarNotes {
  /** Records one part of the agent's turn. @throws AgentError for anything that is not a part */
  part(part: AgentPart): void
  /** Records the start of a call; the returned function records its outcome. */
  call(name: string, given: JsonObject, phase: Phase): (outcome: ToolOutcome) => void
  performance(): Performance
  usage: TokenUsage[]
}

/** A part, by its number: the place where it was yielded is known to nobody. @throws AgentError */
function readNumbered(part: AgentPart, number: number): ReturnType<typeof readPart> {
  try {
    return readPart(part)
  } catch (error) {
    throw error instanceof AgentError ? new AgentError(`${error.message} (part ${number} of the turn)`) : error
  }
}

/** How many things an agent may say and do in one turn, so that one that never ends cannot fill the memory. */
const mostLines = 1_000

/** Starts the notes of one turn; `speaker` is the agent that talks until a handoff. */
export function openNotes(speaker: string): Notes {
  const lines: Line[] = []
  const usage: TokenUsage[] = []
  let agentName = speaker
  let ended = false
  let parts = 0
  let unseen: HidingProtocol | undefined
  const clock = startTurnClock()
  const note = (line: Line): void => {
    if (lines.length === mostLines) throw new AgentError(`more than ${mostLines} things were said and done in one turn`)
    lines.push(line)
  }
  const take = (tokens: TokenUsage): void => {
    if (usage.length === mostLines) throw new AgentError(`usage was yielded more than ${mostLines} times in one turn`)
    usage.push(tokens)
  }
  const say = (text: string, role: 'assistant' | 'backgroundAgent'): void => {
    if (text.length > mostOutput) throw new AgentError(`a message has more than ${mostOutput} characters`)
    const { thoughts, reply } = splitThoughts(text)
    for (const reasoningText of thoughts) note({ kind: 'thinking', text: reasoningText, atMs: clock.mark() })
    if (reply === '' && text !== '') return // it was nothing but thoughts
    note({ kind: 'message', role, items: [{ type: 'text', text: reply }], agentName, atMs: clock.mark() })
  }
  const attach = (item: JsonObject): void => {
    const before = lines.at(-1)
    if (before?.kind === 'message' && before.role === 'assistant') before.items.push(mediaItem(item))
    else note({ kind: 'message', role: 'assistant', items: [mediaItem(item)], agentName, atMs: clock.mark() })
  }
  const called = (part: JsonObject): void => {
    const { call: name, with: args = {}, output, error, unsure, timeMs, phase = 'during' } = part
    const text = error ?? output
    const isUnknown = timeMs === null
    const { timeMs: tookMs, ...times } = clock.reckon(isUnknown ? 0 : typeof timeMs === 'number' ? timeMs : null)
    note({
      kind: 'call',
      name: String(name),
      arguments: args as JsonObject,
      phase: phase as Phase,
      isError: error !== undefined || (unsure === true && output !== undefined ? null : false),
      timeMs: isUnknown ? null : tookMs,
      ...times,
      ...(text === undefined ? {} : { output: typeof text === 'string' ? text : JSON.stringify(text) }),
    })
  }
  return {
    usage,
    part(part) {
      const read = readNumbered(part, ++parts)
      if (typeof read === 'string') say(read, 'assistant')
      else if ('say' in read) say(String(read.say), read.as === 'backgroundAgent' ? 'backgroundAgent' : 'assistant')
      else if ('think' in read) note({ kind: 'thinking', text: String(read.think), atMs: clock.mark() })
      else if ('summarise' in read) note({ kind: 'summary', text: String(read.summarise), atMs: clock.mark() })
      else if ('call' in read) called(read)
      else if ('handOff' in read) agentName = String(read.handOff)
      else if ('end' in read) ended = true
      else if ('usage' in read) take(usageOf(read.usage, part))
      else attach(read)
    },
    call(name, args, phase) {
      const line: Line = {
        kind: 'call',
        name,
        arguments: plain(args),
        phase,
        isError: false,
        timeMs: 0,
        atMs: clock.begin(),
      }
      note(line)
      return ({ output, isError, timeMs }) => {
        Object.assign(line, { output, isError, timeMs, doneMs: clock.finish(line.atMs ?? 0, timeMs) })
      }
    },
    failed(name, output) {
      for (const line of lines)
        if (line.kind === 'call' && line.isError === null && line.name === name && line.output === output)
          line.isError = true
    },
    hides(protocol) {
      unseen = protocol
    },
    performance: () => ({
      lines,
      ended,
      ...(agentName === speaker ? {} : { speaker: agentName }),
      ...(unseen === undefined ? {} : { unseen }),
    }),
  }
}

const longestName = 200

/** The model and its token counts, each a whole number. */
function usageOf(usage: JsonValue | undefined, part: AgentPart): TokenUsage {
  const { model, inputTokens, outputTokens } = isJsonObject(usage) ? usage : {}
  const isCount = (tokens: JsonValue | undefined): tokens is number =>
    Number.isSafeInteger(tokens) && Number(tokens) >= 0
  if (typeof model === 'string' && model.length > longestName)
    throw new AgentError(`${showPart(part)} was yielded: the model of usage has more than ${longestName} characters`)
  if (typeof model === 'string' && isCount(inputTokens) && isCount(outputTokens))
    return { model, inputTokens, outputTokens }
  throw new AgentError(
    `${showPart(part)} was yielded: usage has to be { model, inputTokens, outputTokens }, a text and two whole numbers`,
  )
}
