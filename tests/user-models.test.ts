import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readTree } from './hostile/run-cli.ts'
import { runWarm } from './warm/run-warm.ts'

const [email, phone, modelKey] = ['asha.rao@example.com', '+1 555 010 4477', 'sk-user-model-5d8e77c1']

const suite = `suite: Cancelling
agent: order-desk
metadata: { first_name: Asha }
conversations:
  - name: cancels the right order
    simulated user:
      wants: to cancel order {order}, and a call to {phone}
      knows: { order: "2077", email: ${email}, phone: "${phone}" }
      slips: wrong digit
      model: user-model
      patience: 6 turns
      done when: { calls: [{ cancel_order: { with: { order_id: "2077" } } }] }
    session: { calls: { in order: [lookup_order, cancel_order] } }
`

/** What the model is shown: its card, what was said, and what it means to say. */
interface Shown {
  card: { knows: Record<string, string> }
  agent: string
}

let folder: string
let double: Server
let bodies: string[] = []
let speak: (shown: Shown) => string

/** A customer who reveals an email nobody asked for, so that private data flows both ways. */
const customer = ({ card: { knows }, agent }: Shown): string => {
  if (/really/i.test(agent)) return 'Yes, please'
  return agent === '' ? 'I no longer need my parcel' : `I am ${knows.email}, please cancel order ${knows.order}`
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-user-models-'))
  double = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    bodies.push(`${request.headers.authorization} ${body}`)
    const { messages } = JSON.parse(body) as { messages: { content: string }[] }
    const lines = (messages.at(-1)?.content ?? '').split('\n').flatMap((line) => {
      return line.startsWith('{') ? [JSON.parse(line) as { card?: Shown['card']; by?: string; text?: string }] : []
    })
    const agent = lines.findLast(({ by }) => by === 'agent')?.text ?? ''
    const content = speak({ card: lines[0]?.card ?? { knows: {} }, agent })
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices, usage }))
  })
  await new Promise<void>((done) => double.listen(0, '127.0.0.1', done))
  const { port } = double.address() as AddressInfo
  const model = `use: openai-compatible/m, base url: "http://127.0.0.1:${port}/v1", key: USER_KEY, price: { input: 1, output: 1 }`
  mkdirSync(join(folder, 'suites'))
  writeFileSync(join(folder, 'suites/c.yaml'), suite)
  writeFileSync(join(folder, 'tableread.config.yaml'), `models:\n  user-model: { ${model} }\n`)
})
afterAll(() => {
  double.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  bodies = []
  speak = customer
})

const tableread = (args: string, key: string | null = modelKey) => {
  const env = { TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off', NO_COLOR: '1', USER_KEY: key ?? undefined }
  return runWarm(args.split(' '), { folder, env })
}

interface Told {
  conversations: {
    verdict: string
    reason: string | null
    cause?: { kind: string; why: string }
    simulated?: { ended: string; turns: number; fault: object | null }
    turns: { user: string }[]
  }[]
  judging?: object[]
}

const readJson = (file: string): Told => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Told

/** A result without its times. */
const steady = (file: string): string =>
  JSON.stringify(readJson(file).conversations, (name, value) =>
    /^(startedAt|ms|turnMs|sessionId|createdAt|created_at|timestamp|id|url|call_id|executionTimeMs)$/i.test(name)
      ? 0
      : value,
  )

describe('a model that speaks for a user, in a run that is recorded', () => {
  it('is asked over the network once, and by nobody when it is replayed without a key', async () => {
    const recorded = await tableread('record -v draft --seeds 3 --no-judge-cache --tapes tapes --json a.json')
    expect([recorded.code, recorded.err]).toEqual([0, expect.anything()])
    const { conversations, judging } = readJson('a.json')
    expect(conversations.map(({ verdict, simulated }) => [verdict, simulated?.ended])).toEqual(
      Array(3).fill(['passed', 'done']),
    )
    expect(judging).toEqual([expect.objectContaining({ model: 'user-model', inputTokens: 100 * bodies.length })])
    expect(bodies.length).toBeGreaterThanOrEqual(9)
    bodies = []
    speak = () => 'nobody asks'
    rmSync(join(folder, '.tableread'), { recursive: true, force: true })
    const replayed = await tableread('replay -v draft --seeds 3 --offline --tapes tapes --json b.json', null)
    expect([replayed.code, bodies]).toEqual([0, []])
    expect(steady('b.json')).toBe(steady('a.json'))
    expect(readJson('b.json').judging).toEqual(judging)
  })

  it('that breaks a law twice is worth no tape, and without one nobody is asked in a replay', async () => {
    speak = () => 'As an AI language model I have no order'
    expect((await tableread('record -v draft --no-judge-cache --tapes odd --json c.json')).code).toBe(3)
    const [conversation] = readJson('c.json').conversations
    expect(conversation).toMatchObject({ verdict: 'errored', cause: { kind: 'simulated user' }, turns: [] })
    expect(bodies).toHaveLength(2)
    bodies = []
    for (const how of ['--offline', '--offline --ask-judges', '']) {
      expect((await tableread(`replay -v draft ${how} --tapes odd --json d.json`.replace('  ', ' '))).code).toBe(4)
      expect(readJson('d.json').conversations[0]).toMatchObject({ verdict: 'errored', cause: { kind: 'script' } })
    }
    expect(bodies).toEqual([])
  })

  it.each([
    [
      'the agent in German',
      'Wie kann ich Ihnen heute helfen?',
      'it speaks as the agent: "wie kann ich ihnen heute helfen"',
      [],
    ],
    [
      'in a language of which nobody knows how an agent speaks it',
      'რით შემიძლია დაგეხმაროთ დღეს? თქვენი შეკვეთა უკვე გაუქმებულია.',
      'what it says is in Georgian, in which it is not known how an agent speaks',
      ['Georgian'],
    ],
  ])('that speaks as %s is never blamed on the agent', async (_, text, why, language) => {
    speak = () => text
    await tableread('run suites/c.yaml -v draft --no-judge-cache --json h.json')
    const [conversation] = readJson('h.json').conversations
    expect(conversation).toMatchObject({ verdict: 'errored', cause: { kind: 'simulated user' } })
    expect(conversation?.cause?.why).toContain(why)
    expect(conversation?.turns.length).toBeGreaterThanOrEqual(language.length)
  })

  it('that reaches its goal passes, in whatever language', async () => {
    const thanks = 'გმადლობთ დახმარებისთვის, ძალიან მადლობელი ვარ.'
    speak = (prompt) => `${customer(prompt)}. ${thanks} ${'\u10d0'.repeat(bodies.length)}`
    await tableread('run suites/c.yaml -v draft --no-judge-cache --json i.json')
    expect(readJson('i.json').conversations.map(({ verdict, simulated }) => [verdict, simulated?.ended])).toEqual([
      ['passed', 'done'],
    ])
  })

  it('knows what is private, which the model, its answers, tapes, talks and reports do not', async () => {
    const command =
      'suites/c.yaml -v draft --no-judge-cache --save-talks talks --json e.json --html e.html --junit e.xml'
    expect((await tableread(`run ${command}`)).code).toBe(0)
    expect(bodies.length).toBeGreaterThanOrEqual(3)
    expect(bodies.every((body) => body.startsWith(`Bearer ${modelKey}`))).toBe(true)
    const sent = bodies.map((body) => body.slice(body.indexOf('{')))
    expect(sent.filter((body) => body.includes(email) || body.includes(phone) || body.includes(modelKey))).toEqual([])
    expect(sent.join()).toContain('2077')
    await tableread('run suites/c.yaml -v draft --no-judge-cache --json f.json --show-private')
    expect(
      readJson('f.json')
        .conversations[0]?.turns.map(({ user }) => user)
        .join(),
    ).toContain(`I am ${email}`)
    rmSync(join(folder, 'f.json'))
    const files = [...readTree(folder)].filter(([name]) => !name.endsWith(join('suites', 'c.yaml')))
    const leaks = files.filter(([, text]) => [email, phone, modelKey].some((each) => text.includes(each)))
    expect(leaks.map(([name]) => name)).toEqual([])
    expect(files.some(([name]) => name.startsWith('talks'))).toBe(true)
  })

  it.each([
    ['questions', '--max-judge-calls 2', /budget of 2 questions/],
    ['tokens', '--max-tokens-spent 120', /token budget/],
    ['cost', '--max-cost 0.0001', /cost budget/],
  ])('ends as not reached where its budget of %s is spent', async (_, flag, reason) => {
    await tableread(`run suites/c.yaml -v draft --no-judge-cache ${flag} --json g.json`)
    const [conversation] = readJson('g.json').conversations
    expect(conversation).toMatchObject({ verdict: 'not reached', reason: expect.stringMatching(reason) })
    expect(conversation?.cause?.kind).toBe('budget')
    expect(bodies.length).toBeLessThanOrEqual(2)
  })
})
