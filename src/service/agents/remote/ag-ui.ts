import { randomUUID } from 'node:crypto'
import type * as AgUi from '@ag-ui/client'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json.ts'
import { loadPackage } from '../../../base/load-package.ts'
import { isNothing, successIn } from '../../../base/output-success.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { AgentError, type AgentPart, type AgentTurn, type CallPart } from '../../workspace/agent-function.ts'
import { openStream, type ToolErrors } from './ag-ui-stream.ts'
import { applyPatch } from './apply-patch.ts'
import { endless } from './chat-completions.ts'
import { readArguments, toChat } from './chat-messages.ts'
import type { FarNotes } from './far-notes.ts'
import type { FarSide } from './far-side.ts'
import type { RemoteVersion } from './remote-version.ts'

/** An event of a run, reduced to the members we read. */
interface RunEvent {
  type: string
  threadId?: string
  runId?: string
  messageId?: string
  role?: string
  toolCallId?: string
  toolCallName?: string
  content?: JsonValue
  messages?: JsonValue
  message?: string
  delta?: JsonValue
  outcome?: { type?: string }
  usage?: { model?: string; inputTokens?: number; outputTokens?: number }[]
}

/** A call of the agent; `output` is set once its result has arrived. */
interface Call {
  id: string
  name: string
  written: string
  endedAt: number
}

/**
 * Asks an agent over AG-UI, with the whole session. Calls that come with a result become entries; calls
 * without one are run with the version's tools, and the agent is asked again with their outputs. Its state is
 * kept with the session.
 */
export async function* askAgUi(
  version: RemoteVersion,
  far: FarSide,
  turn: AgentTurn,
  notes: FarNotes,
): AsyncGenerator<AgentPart, void, undefined> {
  // The library logs what it translates from older agents to stderr, with the data in it; this variable turns
  // that off.
  process.env.SUPPRESS_TRANSFORMATION_WARNINGS ??= 'true'
  const { HttpAgent } = await loadPackage<typeof AgUi>({ name: '@ag-ui/client', line: 1 }, version.folder, {
    needed: 'AG-UI needs',
    fail: (message) => new AgentError(message, 'script'),
  })
  const errors: ToolErrors = new Map()
  const agent = new HttpAgent({
    url: far.url.href,
    fetch: (url, init) => openStream(url, init, far, errors),
    threadId: turn.sessionId,
    initialMessages: messagesOf(turn),
    initialState: turn.state.remote ?? {},
  })
  const called: string[] = []
  let saidAnything = false
  for (let step = 1; ; step += 1) {
    const run = hear(far, turn, errors)
    const listening = run.listen(agent, { tools: version.offered, context: contextOf(turn), forwardedProps: {} })
    for await (const part of run.parts) {
      saidAnything ||= typeof part === 'string'
      yield part
    }
    await listening
    for (const { name, output } of run.failed()) notes.failed(name, output)
    const waiting = run.waiting()
    if (waiting.length === 0) break
    called.push(...waiting.map(({ name }) => name))
    if (step >= version.steps) throw endless(far, step, called)
    for (const { id, name, written } of waiting) {
      const given = readArguments(written)
      const error = `Error: the arguments of ${name} are no JSON object`
      if (given === null) yield { call: name, error, timeMs: 0 }
      const output = given === null ? error : (await turn.call(name, given)).output
      turn.signal.throwIfAborted()
      agent.addMessage({ id: randomUUID(), role: 'tool', toolCallId: id, content: output })
    }
  }
  if (!saidAnything) throw far.fail('gives an empty answer: its run ends without a message')
  if (isJsonObject(agent.state)) turn.state.remote = far.conceal(agent.state)
}

/** One run of the agent: its parts as they come, and the calls that wait for a result once it is over. */
function hear(far: FarSide, turn: AgentTurn, errors: ToolErrors) {
  const queue = openQueue()
  const texts = new Map<string, { role: string; text: string }>()
  const calls = new Map<string, Call>()
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
  const deliver = ({ id, name, written, endedAt }: Call, content: JsonValue, error: JsonValue | undefined): void => {
    calls.delete(id)
    const output = typeof content === 'string' ? content : JSON.stringify(content)
    delivered.set(id, { name, output })
    const given = readArguments(written) ?? { text: written }
    const timeMs = Math.round(performance.now() - endedAt)
    queue.push({ call: name, with: given, ...outcomeOf(output, error), timeMs })
  }
  const on: Record<string, (event: RunEvent) => void> = {
    RUN_STARTED({ runId }) {
      run = runId
    },
    TEXT_MESSAGE_START: ({ messageId = '', role = 'assistant' }) => void texts.set(messageId, { role, text: '' }),
    TEXT_MESSAGE_CONTENT: ({ messageId = '', delta }) => append(texts, messageId, delta),
    TEXT_MESSAGE_END({ messageId = '' }) {
      const { role, text } = texts.get(messageId) ?? { role: '', text: '' }
      if (role === 'assistant' && text.trim() !== '') queue.push(text.trim())
    },
    REASONING_MESSAGE_START: ({ messageId = '' }) => void texts.set(messageId, { role: 'reasoning', text: '' }),
    REASONING_MESSAGE_CONTENT: ({ messageId = '', delta }) => append(texts, messageId, delta),
    REASONING_MESSAGE_END({ messageId = '' }) {
      const think = texts.get(messageId)?.text.trim() ?? ''
      if (think !== '') queue.push({ think })
    },
    TOOL_CALL_START: ({ toolCallId = '', toolCallName = '' }) =>
      void calls.set(toolCallId, { id: toolCallId, name: toolCallName, written: '', endedAt: performance.now() }),
    TOOL_CALL_ARGS({ toolCallId = '', delta }) {
      const call = calls.get(toolCallId)
      if (call !== undefined) call.written += String(delta)
    },
    TOOL_CALL_END({ toolCallId = '' }) {
      const call = calls.get(toolCallId)
      if (call !== undefined) call.endedAt = performance.now()
    },
    TOOL_CALL_RESULT({ toolCallId = '', content = '' }) {
      const call = calls.get(toolCallId)
      if (call === undefined)
        throw far.fail(`gives a result of a call that it has not made: ${cutText(toolCallId, 100)}`)
      deliver(call, content, errors.get(toolCallId))
    },
    // Tools may also answer in messages, and only these say in so many words that one failed.
    MESSAGES_SNAPSHOT({ messages }) {
      for (const message of Array.isArray(messages) ? messages.filter(isJsonObject) : []) {
        const { role, toolCallId, content = '', error } = message
        if (role !== 'tool') continue
        const [waiting, before] = [calls.get(String(toolCallId)), delivered.get(String(toolCallId))]
        if (waiting !== undefined) deliver(waiting, content, error)
        else if (before !== undefined && !isNothing(error)) failures.push(before)
      }
    },
    RUN_ERROR({ message = '' }) {
      throw far.fail(`gave up: ${JSON.stringify(cutText(message, 300))}`)
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
    parts: queue.parts,
    waiting: () => [...calls.values()],
    failed: () => failures,
    /** Runs the agent to its end. The parts end with the run, with the reason if it fails. */
    async listen(agent: AgUi.HttpAgent, given: AgUi.RunAgentParameters): Promise<void> {
      let failure: unknown = null
      const onEvent = ({ event, state }: { event: unknown; state: unknown }): AgUi.AgentStateMutation | undefined => {
        const { type } = event as RunEvent
        if (failure !== null) return { stopPropagation: true }
        try {
          refuseOther(event as RunEvent)
          // The library would skip a patch that does not apply, and print it with the whole state.
          if (type === 'STATE_DELTA')
            return { state: applyPatch(state as JsonValue, (event as RunEvent).delta ?? null), stopPropagation: true }
          if (Object.hasOwn(on, type)) on[type]?.(event as RunEvent)
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
        await agent.runAgent(given, { onEvent, onRunFailed })
      } catch (error) {
        failure ??= error
      }
      if (failure === null && !finished) failure = far.fail('broke off in the middle of its answer: its run has no end')
      queue.end(failure === null ? null : far.failed(failure))
    },
  }
}

/**
 * The outcome of a tool. The protocol has a member for its error, which an event need not have, and none for its
 * success: unless the output itself says so, nobody knows whether it succeeded.
 */
function outcomeOf(output: string, error: JsonValue | undefined): Pick<CallPart, 'output' | 'error' | 'unsure'> {
  const said = successIn(parseJson(output))
  if (isNothing(error) && said !== false) return said === true ? { output } : { output, unsure: true }
  if (output !== '') return { error: output }
  return { error: typeof error === 'string' ? error : JSON.stringify(error) }
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}

function append(texts: Map<string, { text: string }>, id: string, delta: JsonValue = ''): void {
  const message = texts.get(id)
  if (message !== undefined) message.text += String(delta)
}

/** A queue of parts: callbacks put them in, a generator takes them out. */
function openQueue() {
  const waiting: AgentPart[] = []
  let over = null as { error: unknown } | null
  let wake = (): void => undefined
  return {
    push(part: AgentPart): void {
      waiting.push(part)
      wake()
    },
    end(error: unknown): void {
      over = { error }
      wake()
    },
    parts: (async function* (): AsyncGenerator<AgentPart, void, undefined> {
      for (;;) {
        yield* waiting.splice(0)
        if (over !== null && waiting.length === 0) {
          if (over.error !== null) throw over.error
          return
        }
        await new Promise<void>((resolve) => {
          wake = resolve
          if (waiting.length > 0 || over !== null) resolve()
        })
      }
    })(),
  }
}

function messagesOf(turn: AgentTurn): AgUi.Message[] {
  return toChat(turn).map((message): AgUi.Message => {
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
  const details = Object.entries(variables).map(([description, value]) => ({
    description,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
  return [
    ...details,
    ...(context === null ? [] : [{ description: 'Instructions for this reply alone', value: context }]),
  ]
}
