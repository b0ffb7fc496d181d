import { randomUUID } from 'node:crypto'
import type * as AgUi from '@ag-ui/client'
import { distinctIds } from '../../../base/distinct-ids.ts'
import { loadPackage } from '../../../base/files/load-package.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { isNothing } from '../../../base/json/output-success.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { isBlank } from '../../../base/text/characters.ts'
import { AgentError, type AgentPart, type AgentTurn } from '../../workspace/agent-function.ts'
import { layerOfError } from '../code/layer-of-error.ts'
import { openQueue } from '../code/part-queue.ts'
import {
  describeBreach,
  type EventState,
  idsOfCalls,
  listOf,
  newIn,
  openStream,
  readRaw,
  textIn,
} from './ag-ui-events.ts'
import { applyPatch } from './apply-patch.ts'
import { endless } from './chat-completions.ts'
import { readArguments, toChat, toolOutcome } from './chat-messages.ts'
import type { FarSide } from './far-side.ts'
import { type Ask, answerCall, handoffBy, type RemoteVersion, toolsOf } from './remote-version.ts'

/** An event of a run, reduced to the members we read. */
interface RunEvent {
  type: string
  threadId?: string
  runId?: string
  messageId?: string
  role?: string
  /** The agent that says a message, where the far side names it. */
  name?: string
  toolCallId?: string
  toolCallName?: string
  content?: JsonValue
  messages?: JsonValue
  message?: string
  delta?: JsonValue
  outcome?: { type?: string }
  usage?: { model?: string; inputTokens?: number; outputTokens?: number }[]
}

/** A call of the agent that has no result yet. */
interface Call {
  /** Ours: an agent may give an id twice. */
  id: string
  key: string
  name: string
  written: string
  endedAt: number
}

/** Asks over AG-UI, with the whole session and its state; calls without a result run, and it is asked again. */
export const askAgUi: Ask = async function* (version, far, turn, notes) {
  // The library logs what it translates from older agents to stderr, with the data in it; this variable turns
  // that off.
  process.env.SUPPRESS_TRANSFORMATION_WARNINGS ??= 'true'
  const { HttpAgent, EventType } = await loadPackage<typeof AgUi>({ name: '@ag-ui/client', line: 1 }, version.folder, {
    needed: 'AG-UI needs',
    fail: (message) => new AgentError(message, 'script'),
  })
  const sent = toChat(turn).map((message): AgUi.Message => {
    const id = randomUUID()
    if (message.role === 'tool') return { id, role: 'tool', toolCallId: message.callId, content: message.content }
    if (message.role === 'assistant') {
      const { content, calls } = message
      return {
        id,
        role: 'assistant',
        ...(content === null ? {} : { content }),
        ...(calls.length === 0 ? {} : { toolCalls: calls }),
      }
    }
    return { id, role: message.role, content: plainText(message.content) }
  })
  const state: EventState = { sent, texts: new Set(), calls: new Set(), errors: new Map(), raw: [] }
  const agent = new HttpAgent({
    url: far.url.href,
    fetch: (url, init) => openStream(url, init, far, (event) => readRaw(event, state, Object.keys(EventType), far)),
    threadId: turn.sessionId,
    initialMessages: sent,
    initialState: turn.state.remote ?? {},
  })
  const keepState = (): void => {
    if (isJsonObject(agent.state)) turn.state.remote = far.conceal(agent.state)
  }
  const called: string[] = []
  let saidAnything = false
  for (let step = 1; ; step += 1) {
    const run = hear(version, far, turn, state)
    const listening = run.listen(agent, { tools: toolsOf(version), context: contextOf(turn), forwardedProps: {} })
    for (let part = await run.next(); part !== null; part = await run.next()) {
      saidAnything ||= typeof part === 'string'
      yield part
    }
    await listening
    for (const { name, output } of run.failed()) notes.failed(name, output)
    const waiting = run.waiting()
    if (waiting.length === 0) break
    called.push(...waiting.map(({ name }) => name))
    if (step >= version.steps) throw endless(far, step, called)
    for (const call of waiting) {
      const content = yield* answerCall(version, far, turn, call)
      if (content === null) return keepState()
      agent.addMessage({ id: randomUUID(), role: 'tool', toolCallId: call.id, content })
    }
  }
  if (!saidAnything) yield ''
  keepState()
}

/** One run of the agent: its parts as they come, and the calls that wait for a result once it is over. */
function hear(version: RemoteVersion, far: FarSide, turn: AgentTurn, eventState: EventState) {
  const queue = openQueue<AgentPart>()
  const texts = new Map<string, { role: string; name?: string | undefined; text: string }>()
  const calls: Call[] = []
  const delivered = new Map<string, { name: string; output: string }>()
  const failures: { name: string; output: string }[] = []
  let finished = false
  let run: string | undefined
  const refuseOther = ({ type, threadId, runId }: RunEvent): void => {
    const isBound = type === 'RUN_STARTED' || threadId !== undefined
    if (isBound && threadId !== turn.sessionId)
      throw far.fail(`answers for another thread, ${cutText(String(threadId), 100)}: this one is ${turn.sessionId}`)
    if (run !== undefined && runId !== undefined && type !== 'RUN_STARTED' && runId !== run)
      throw far.fail(`answers for another run, ${cutText(runId, 100)}: the one it has begun is ${cutText(run, 100)}`)
  }
  const deliver = (call: Call, content: JsonValue, error: JsonValue | undefined): void => {
    calls.splice(calls.indexOf(call), 1)
    const { key: id, name, written, endedAt } = call
    const output = typeof content === 'string' ? content : JSON.stringify(content)
    delivered.set(id, { name, output })
    const args = readArguments(name, written, far.fail) ?? { text: written }
    const timeMs = Math.round(performance.now() - endedAt)
    queue.push({ call: name, with: args, ...toolOutcome(output, error), timeMs })
  }
  const earliestCall = (id: unknown): Call | undefined => calls.find(({ key }) => key === id)
  const latestCall = ({ toolCallId = '' }: RunEvent): Call | undefined =>
    calls.findLast(({ key }) => key === toolCallId)
  const begin = (id: string, key: string, name: string, argumentText: string): void => {
    calls.push({ id, key: key, name, written: argumentText, endedAt: performance.now() })
    eventState.calls.add(key).add(id)
  }
  const say = (text: string, name?: unknown): void => {
    eventState.texts.add(text.trim())
    for (const part of [...handoffBy(version, name), text.trim()]) queue.push(part)
  }
  const on: Record<string, (event: RunEvent, before: readonly AgUi.Message[]) => void> = {
    RUN_STARTED({ runId }) {
      run = runId
    },
    TEXT_MESSAGE_START: ({ messageId = '', role = 'assistant', name }) =>
      void texts.set(messageId, { role, name, text: '' }),
    TEXT_MESSAGE_CONTENT: ({ messageId = '', delta }) => append(texts, messageId, delta),
    TEXT_MESSAGE_END({ messageId = '' }) {
      const { role, name, text } = texts.get(messageId) ?? { role: '', text: '' }
      if (role === 'user') throw far.fail('answers with a message of the customer (user): its own are of assistant')
      texts.delete(messageId)
      if (role === 'assistant' && !isBlank(text)) say(text, name)
    },
    REASONING_MESSAGE_START: ({ messageId = '' }) => void texts.set(messageId, { role: 'reasoning', text: '' }),
    REASONING_MESSAGE_CONTENT: ({ messageId = '', delta }) => append(texts, messageId, delta),
    REASONING_MESSAGE_END({ messageId = '' }) {
      const think = texts.get(messageId)?.text.trim() ?? ''
      texts.delete(messageId)
      if (think !== '') queue.push({ think })
      eventState.texts.add(think)
    },
    TOOL_CALL_START(event, before) {
      const { toolCallId: key = '', toolCallName: name = '' } = event
      const [id = key] = distinctIds([key], [...before.flatMap(idsOfCalls), ...calls.map((each) => each.id)])
      begin(id, key, name, '')
      event.toolCallId = id // the library keeps the messages by it
    },
    TOOL_CALL_ARGS(event) {
      const call = latestCall(event)
      if (call === undefined) return
      call.written += String(event.delta)
      event.toolCallId = call.id
    },
    TOOL_CALL_END(event) {
      const call = latestCall(event)
      if (call === undefined) return
      call.endedAt = performance.now()
      event.toolCallId = call.id
    },
    TOOL_CALL_RESULT(event) {
      const { toolCallId = '', content = '' } = event
      const call = earliestCall(toolCallId)
      if (call === undefined)
        throw far.fail(`gives a result of a call that it has not made: ${cutText(toolCallId, 100)}`)
      event.toolCallId = call.id
      deliver(call, content, eventState.errors.get(toolCallId))
    },
    // What no other event has shown: also that a tool failed, which only its message says in so many words.
    MESSAGES_SNAPSHOT({ messages = null }) {
      for (const { id, role, name, toolCallId, toolCalls, content = '', error } of newIn(messages, eventState)) {
        const open = texts.get(String(id))
        const text = textIn(content)
        const isNew = !isBlank(text) && !eventState.texts.has(text.trim())
        if (open !== undefined) open.text = text
        else if (isNew && role === 'assistant') say(text, name)
        else if (isNew && role === 'reasoning') queue.push({ think: text.trim() })
        else if (isNew && role === 'activity') say(text)
        if (isNew) eventState.texts.add(text.trim())
        for (const { id: key, function: of } of listOf(toolCalls)) {
          const { name: called, arguments: rawArguments } = isJsonObject(of) ? of : {}
          if (!eventState.calls.has(String(key))) begin(String(key), String(key), String(called), String(rawArguments))
        }
        if (role !== 'tool') continue
        const [waiting, before] = [earliestCall(toolCallId), delivered.get(String(toolCallId))]
        if (waiting !== undefined) deliver(waiting, content, error)
        else if (before !== undefined && !isNothing(error)) failures.push(before)
      }
    },
    ACTIVITY_SNAPSHOT({ content = '' }) {
      const text = textIn(content)
      if (!isBlank(text) && !eventState.texts.has(text.trim())) say(text)
    },
    RUN_ERROR(event) {
      throw far.fail(`gave up: ${JSON.stringify(cutText(event.message ?? '', 300))}`, layerOfError(event))
    },
    RUN_FINISHED({ outcome, usage = [] }) {
      finished = true
      if (outcome?.type === 'interrupt')
        throw far.fail('interrupts its run for an approval, which nobody here can give')
      if (outcome?.type === 'cancelled') throw far.fail('cancelled its run')
      for (const { model = turn.agentName, inputTokens = 0, outputTokens = 0 } of usage)
        queue.push({ usage: { model, inputTokens, outputTokens } })
    },
  }
  return {
    next: queue.next,
    waiting: () => calls,
    failed: () => failures,
    /** Runs the agent to its end. The parts end with the run, with the reason if it fails. */
    async listen(agent: AgUi.HttpAgent, input: AgUi.RunAgentParameters): Promise<void> {
      let failure: unknown = null
      const onEvent = ({ event, state, messages }: Heard): AgUi.AgentStateMutation | undefined => {
        const { type } = event as RunEvent
        if (failure !== null) return { stopPropagation: true }
        try {
          refuseOther(event as RunEvent)
          // The library would skip a patch that does not apply, and print it with the whole state.
          if (type === 'STATE_DELTA')
            return { state: applyPatch(state as JsonValue, (event as RunEvent).delta ?? null), stopPropagation: true }
          if (Object.hasOwn(on, type)) on[type]?.(event as RunEvent, messages)
        } catch (error) {
          failure = far.failed(error)
          agent.abortRun()
          return { stopPropagation: true }
        }
        return undefined
      }
      // Without stopPropagation, which its types omit, the library prints the error with everything it knows.
      const onRunFailed = ({ error }: { error: unknown }): object => {
        failure ??= error
        return { stopPropagation: true }
      }
      try {
        await agent.runAgent(input, { onEvent, onRunFailed })
      } catch (error) {
        failure ??= error
      }
      if (failure === null && !finished) failure = far.fail('broke off in the middle of its answer: its run has no end')
      const breach = await describeBreach(failure, eventState, version.folder, far)
      if (breach !== null) failure = far.fail(breach)
      queue.end(failure === null ? null : far.failed(failure))
    },
  }
}

type Heard = { event: unknown; state: unknown; messages: readonly AgUi.Message[] }

function append(texts: Map<string, { text: string }>, id: string, delta: JsonValue = ''): void {
  const message = texts.get(id)
  if (message !== undefined) message.text += String(delta)
}

/** Replaces pictures by their addresses: agents of older versions accept only text. */
function plainText(content: string | JsonObject[]): string {
  if (typeof content === 'string') return content
  return content
    .map(({ text, image_url: image }) =>
      typeof text === 'string' ? text : `[image: ${isJsonObject(image) ? image.url : ''}]`,
    )
    .join('\n')
}

/** The customer's details, and the instructions for this reply only. */
function contextOf({ variables, context }: AgentTurn): { description: string; value: string }[] {
  return [
    ...Object.entries(variables).map(([description, value]) => ({
      description,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
    ...(context === null ? [] : [{ description: 'Instructions for this reply alone', value: context }]),
  ]
}
