/** The result of a reader's action: a sentence without its full stop, or null if there is nothing to say. */
export interface ActionResult {
  ok: boolean
  message: string | null
  /** The session to open next. */
  session?: string
  /** A conversation of a suite, for copying. */
  conversation?: string
}

/** The values of a form by field name, without empty ones. */
export type Fields = Readonly<Record<string, string>>

/** The reader's actions, by the `data-do` of a form or a button. Each takes fields and returns the result. */
export const actions: Readonly<Record<string, (fields: Fields) => Promise<ActionResult>>> = {
  advance: async ({ by = '' }) =>
    answerWith(await send('POST', '/_local/clock', { advance: by }), ({ now }) => `The clock stands at ${now}`),

  publish: async ({ agent = '', workspace = '' }) =>
    answerWith(
      await send('POST', `${agentPath(agent, 'publish')}?workspace=${encodeURIComponent(workspace)}`, {}),
      () => `The draft of ${agent} is published`,
    ),

  'add fault': async ({ now = '[]', kind = '', operation, ...numbers }) => {
    const counts = Object.entries(numbers).map(([name, value]) => [name, Number(value)])
    const fault = { kind, ...(operation === undefined ? {} : { operation }), ...Object.fromEntries(counts) }
    return answerWith(
      await send('PUT', '/_local/faults', { faults: [...JSON.parse(now), fault] }),
      () => `${kind} is set`,
    )
  },

  'clear faults': async () => answerWith(await send('DELETE', '/_local/faults'), () => 'All faults are cleared'),

  try: async ({ who = '{}', message, session, metadata: metadataText = '{}' }) => {
    const metadata = readObject(metadataText)
    if (metadata === null) return { ok: false, message: 'Metadata is an object in JSON, such as { "tier": "gold" }' }
    const { agent = '', ...where } = JSON.parse(who) as { agent?: string; workspace?: string; version?: string }
    const request = { ...where, message, sessionId: session, metadata } // undefined members are not sent
    const answer = await send('POST', agentPath(agent, 'try'), request)
    if (!answer.ok) return { ok: false, message: answer.message }
    const { sessionId } = (answer.body.data ?? {}) as { sessionId?: string }
    return { ok: true, message: null, ...(sessionId === undefined ? {} : { session: sessionId }) }
  },

  'copy conversation': async ({ session = '' }) => {
    const answer = await send('GET', `/_local/sessions/${encodeURIComponent(session)}/suite`)
    if (!answer.ok) return { ok: false, message: answer.message }
    const conversation = String(answer.body.text).replace(/^[\s\S]*?^conversations:\n/m, '')
    const copied = await navigator.clipboard?.writeText(conversation).then(
      () => true,
      () => false, // no permission to copy: the text is on the page anyway
    )
    const words = copied === true ? 'Copied: paste it under conversations: of a suite' : 'Copy it from below'
    return { ok: true, message: words, session, conversation }
  },
}

function readObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

const agentPath = (agent: string, verb: string): string => `/_local/agents/${encodeURIComponent(agent)}/${verb}`

// biome-ignore lint/suspicious/noExplicitAny: answers are of the service that sent this page
type Answer = { ok: true; body: Record<string, any> } | { ok: false; message: string }

async function send(method: string, path: string, body?: object): Promise<Answer> {
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  try {
    const answer = await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    const read = await answer.json()
    return answer.ok ? { ok: true, body: read } : { ok: false, message: `${answer.status}: ${read.message}` }
  } catch {
    return { ok: false, message: 'The local service did not answer' }
  }
}

function answerWith(answer: Answer, say: (body: Record<string, unknown>) => string): ActionResult {
  return answer.ok ? { ok: true, message: say(answer.body) } : { ok: false, message: answer.message }
}

/** The fields of a form, or the `data-` attributes of the pressed button except `data-do`. */
export function fieldsOf(part: HTMLElement): Fields {
  const { do: _, ...own } = part.dataset
  const fields = part instanceof HTMLFormElement ? [...new FormData(part)] : []
  const texts = fields.flatMap(([name, value]) => (typeof value === 'string' && value !== '' ? [[name, value]] : []))
  return { ...own, ...Object.fromEntries(texts) } as Fields
}
