import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Message, Part, SendMessageRequest, Task } from '@a2a-js/sdk'
import type * as A2aClient from '@a2a-js/sdk/client'
import { loadPackage } from '../../../base/files/load-package.ts'
import { isJsonObject, type JsonObject } from '../../../base/json/json.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import type { ContentItem } from '../../../wire/api/transcript-entry.ts'
import type { RemoteBehaviour } from '../../workspace/agent.ts'
import { AgentError, type AgentPart, type AgentTurn } from '../../workspace/agent-function.ts'
import { describeContent, newWords } from '../content-items.ts'
import type { FarSide } from './far-side.ts'
import type { Ask, SessionEnded } from './remote-version.ts'

/** Task states by their protocol numbers. Copied here because the library, which names them, is loaded late. */
const states = {
  submitted: 1,
  working: 2,
  completed: 3,
  failed: 4,
  cancelled: 5,
  'waiting for input': 6,
  rejected: 7,
  'waiting for a log-in': 8,
} as const

/** The shortest and longest pause between two polls of a task, in milliseconds. */
const [firstPause, longestPause] = [100, 2_000]

/** What identifies the session to the agent. */
interface Kept {
  contextId?: string
  /** A task that waits for the customer's next message. */
  taskId?: string
}

/** Asks over A2A: one message a turn in the session's context; a task is followed until done or waiting. */
export const askA2a: Ask = async function* ({ folder }, far, turn, { hides }) {
  const client = await connect(await loadSdk(folder), far)
  const state = keptOf(turn)
  const request = requestOf(turn, state)
  let answer: Message | Task = await client.sendMessage(request, { signal: turn.signal })
  refuseOther(answer, state, far)
  for (let wait = firstPause; isTask(answer) && isUnderWay(answer); wait = Math.min(wait * 2, longestPause)) {
    await pause(wait, undefined, { signal: turn.signal })
    const { id } = answer
    answer = await client.getTask({ tenant: '', id }, { signal: turn.signal })
    if (answer.id !== id) throw far.fail(`answers for another task, ${cutText(answer.id, 100)}: this one is ${id}`)
    refuseOther(answer, state, far)
  }
  const parts = isTask(answer) ? partsOfTask(answer, request.message?.messageId, far) : answer.parts
  const pieces = [...speak(parts, far)]
  const { contextId } = answer
  turn.state.remote = {
    ...(contextId === '' ? state : { contextId }),
    ...(isTask(answer) && answer.status?.state === states['waiting for input'] ? { taskId: answer.id } : {}),
  }
  hides('a2a')
  yield* pieces.length === 0 ? [''] : pieces // an empty answer is a message, and a law says what is wrong with it
}

export async function cancelA2a(
  { folder }: RemoteBehaviour,
  far: FarSide,
  ended: SessionEnded,
  signal: AbortSignal,
): Promise<void> {
  const { taskId } = keptOf(ended)
  if (taskId === undefined) return
  const client = await connect(await loadSdk(folder), far)
  await client.cancelTask({ tenant: '', id: taskId, metadata: { sessionId: ended.sessionId } }, { signal })
}

function loadSdk(folder: string): Promise<typeof A2aClient> {
  const spec = { name: '@a2a-js/sdk', line: 1, part: 'client' }
  return loadPackage(spec, folder, { needed: 'A2A needs', fail: (message) => new AgentError(message, 'script') })
}

/** Reads the card and picks a transport. All requests, also to the card's addresses, go through the far side. */
async function connect(sdk: typeof A2aClient, { url, fetch: fetchImpl }: FarSide): Promise<A2aClient.Client> {
  const shared = { fetchImpl, legacyCompat: { enabled: true } }
  const factory = new sdk.ClientFactory({
    transports: [new sdk.JsonRpcTransportFactory(shared), new sdk.RestTransportFactory(shared)],
    cardResolver: new sdk.DefaultAgentCardResolver(shared),
  })
  if (/\.json$/.test(url.pathname)) return factory.createFromUrl(url.href, '')
  const base = new URL(url)
  base.pathname = `${base.pathname.replace(/\/$/, '')}/`
  return factory.createFromUrl(base.href)
}

function keptOf({ state }: Pick<AgentTurn, 'state'>): Kept {
  const { contextId, taskId } = isJsonObject(state.remote) ? state.remote : {}
  return {
    ...(typeof contextId === 'string' ? { contextId } : {}),
    ...(typeof taskId === 'string' ? { taskId } : {}),
  }
}

function requestOf(turn: AgentTurn, { contextId = '', taskId = '' }: Kept): SendMessageRequest {
  const { sessionId, agentName, variables, context } = turn
  return {
    tenant: '',
    message: {
      messageId: randomUUID(),
      contextId,
      taskId,
      role: userRole,
      parts: newWords(turn).map(toPart),
      metadata: { sessionId, agent: agentName, variables, ...(context === null ? {} : { context }) },
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately: false },
    metadata: undefined,
  }
}

function toPart(item: ContentItem): Part {
  const shared = { metadata: undefined, filename: '', mediaType: '' }
  if (item.type === 'image' || item.type === 'file')
    return { ...shared, content: { $case: 'url', value: item.url }, mediaType: item.mimeType }
  return { ...shared, content: { $case: 'text', value: describeContent(item) }, mediaType: 'text/plain' }
}

function isTask(answer: Message | Task): answer is Task {
  return 'artifacts' in answer
}

function isUnderWay({ status }: Task): boolean {
  return status?.state === states.submitted || status?.state === states.working
}

/** The protocol's numbers for roles: none given, the customer, the agent. */
const [noRole, userRole, agentRole] = [0, 1, 2]

function refuseOther(answer: Message | Task, { contextId }: Kept, far: FarSide): void {
  const message = isTask(answer) ? answer.status?.message : answer
  if (message !== undefined && message.role !== agentRole && message.role !== noRole) {
    const whose = message.role === userRole ? 'of the customer (ROLE_USER)' : 'of a role that is not known'
    throw far.fail(`answers with a message ${whose}: its own are of ROLE_AGENT`)
  }
  if (message !== undefined && isTask(answer) && ![answer.id, ''].includes(message.taskId))
    throw far.fail(`answers with a message of another task, ${cutText(message.taskId, 100)}: this one is ${answer.id}`)
  if (contextId !== undefined && answer.contextId !== '' && answer.contextId !== contextId)
    throw far.fail(`answers for another context, ${cutText(answer.contextId, 100)}: this session has ${contextId}`)
}

/** What a task says: messages of this turn that stand only in its history, its artifacts, and the last message. */
function partsOfTask({ status, artifacts, history }: Task, sentId: string | undefined, far: FarSide): Part[] {
  const words = status?.message?.parts ?? []
  const isDone = status?.state === states.completed
  if (isDone || status?.state === states['waiting for input']) {
    const position = history.findLastIndex(({ messageId }) => messageId === sentId)
    const begin = position === -1 ? history.findLastIndex(({ role }) => role === userRole) : position
    const before = history.slice(begin + 1).filter(({ role }) => role === agentRole)
    const ofArtifacts = isDone ? artifacts.flatMap(({ parts }) => parts) : []
    const rest = [...ofArtifacts, ...withoutRepeats(words, ofArtifacts)]
    return [
      ...withoutRepeats(
        before.flatMap(({ parts }) => parts),
        rest,
      ),
      ...rest,
    ]
  }
  const state =
    Object.entries(states).find(([, number]) => number === status?.state)?.[0] ?? 'in no state that is known'
  const text = words.flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : [])).join(' ')
  throw far.fail(
    `did not finish: its task is ${state}${text === '' ? '' : `. It says ${JSON.stringify(cutText(text, 200))}`}`,
  )
}

/** Parts, but for those that are among others. */
function withoutRepeats(parts: readonly Part[], others: readonly Part[]): Part[] {
  const otherTexts = others.map(({ content }) => JSON.stringify(content))
  return parts.filter(({ content }) => !otherTexts.includes(JSON.stringify(content)))
}

/** Parts as what the agent says. Consecutive texts become one message; data is shown as JSON. */
function* speak(parts: readonly Part[], far: FarSide): Generator<AgentPart, void, undefined> {
  let text = ''
  for (const { content, mediaType, filename } of parts) {
    if (content?.$case === 'text' || content?.$case === 'data') {
      const words = content.$case === 'text' ? content.value : JSON.stringify(content.value)
      text = text === '' ? words : `${text}\n${words}`
      continue
    }
    if (text.trim() !== '') yield text.trim()
    text = ''
    if (content?.$case === 'url') yield media(content.value, mediaType)
    else if (content?.$case === 'raw') yield media(filename === '' ? 'file' : filename, mediaType)
    else throw far.fail('answers with a part of a kind that is not known')
  }
  if (text.trim() !== '') yield text.trim()
}

function media(name: string, mediaType: string): AgentPart {
  const mimeType: JsonObject = mediaType === '' ? {} : { mimeType: mediaType }
  const [kind] = mediaType.split('/', 1)
  if (kind === 'image') return { image: name, ...mimeType }
  if (kind === 'video') return { video: name, ...mimeType }
  return kind === 'audio' ? { audio: name, ...mimeType } : { file: name, ...mimeType }
}
