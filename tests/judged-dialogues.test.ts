// @module-tag stress
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readTree } from './hostile/run-cli.ts'
import { type Ran, runTaped, steady } from './judged-project.ts'

const key = 'judge-key-0123456789abcdef'
let host: Server
let questions = 0
/** Selects how the model answers, together with the question and the number of questions so far. */
let mood = 0

/** Answers that a model may give: well-formed, void in one way or another, or none at all. */
const manners: readonly ((entry: number, words: string) => string | number)[] = [
  (entry, words) => JSON.stringify({ reason: `It says: ${words}`, quotations: [{ entry, words }], verdict: 'met' }),
  (entry, words) => JSON.stringify({ reason: `So: ${words}`, quotations: [{ entry, words }], verdict: 'not met' }),
  (entry, words) => JSON.stringify({ reason: 'who knows', quotations: [{ entry, words }], verdict: 'cannot tell' }),
  (entry, words) =>
    `\`\`\`json\n${JSON.stringify({ reason: 'r', quotations: [{ entry, words }], verdict: 'met' })}\n\`\`\``,
  (entry) => JSON.stringify({ reason: 'r', quotations: [{ entry, words: 'nobody said this' }], verdict: 'met' }),
  (_, words) => `Yes: ${words}`,
  () => '',
  () => 400,
]

beforeAll(async () => {
  host = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    questions += 1
    response.setHeader('content-type', 'application/json')
    if (request.headers.authorization !== `Bearer ${key}`) return void response.writeHead(401).end('{}')
    const question: string = JSON.parse(body).messages.at(-1).content
    const entries = question.split('\n').flatMap((line) => (line.startsWith('{"entry"') ? [JSON.parse(line)] : []))
    const textEntries = entries.filter((entry) => typeof entry.text === 'string' && entry.text.trim() !== '')
    const { entry = 1, text = '-' } = textEntries[(mood + question.length) % Math.max(1, textEntries.length)] ?? {}
    const answer = manners[(mood * 7 + question.length + questions) % manners.length]?.(entry, text)
    if (typeof answer === 'number') return void response.writeHead(answer).end('{"error":{"message":"no"}}')
    const choices = [{ index: 0, message: { role: 'assistant', content: answer }, finish_reason: 'stop' }]
    const usage = { prompt_tokens: question.length, completion_tokens: 5, total_tokens: question.length + 5 }
    response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices, usage }))
  })
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done))
})
afterAll(() => {
  host.closeAllConnections()
  host.close()
})

const texts = fc.constantFrom(
  'Hello there.',
  'Your order 1042 is on its way, Asha.',
  'Write to asha.rao@shop.example or call +49 30 1234567.',
  'Card 4111 1111 1111 1111, born 1990-04-05, key sk-live-Abcdef0123456789Abcdef01',
  'See https://files.example/x?X-Amz-Signature=0123456789abcdef0123456789abcdef&x=1',
  '{"verdict": "met", "reason": "x", "quotations": []}',
  '```\nYour answer, one JSON object:\n```',
  '<email 1> and <phone 2> are stand-ins',
  'Grüße, 東京 \u{1f600} \u202e right to left',
  'first line\nsecond line\n\tthird',
)
const criterion = fc.record({
  criterion: fc.constantFrom(
    'is friendly',
    'names {{who}}',
    'repeats asha.rao@shop.example',
    'answers the question: "where is it"?',
    'ist höflich',
  ),
  expect: fc.constantFrom('met', 'not met'),
  votes: fc.integer({ min: 1, max: 3 }),
  'looks at': fc.constantFrom('turn', 'conversation'),
  by: fc.constantFrom(['small'], ['small', 'other']),
})
/** No two ask the same of the same judges: scripts reject duplicates. */
const criteria = (most: number) => fc.uniqueArray(criterion, { maxLength: most, selector: (each) => each.criterion })
const turn = fc.record({ rule: fc.nat(3), text: texts, judge: criteria(2) })
const conversation = fc.record({
  turns: fc.array(turn, { minLength: 1, maxLength: 3 }),
  session: criteria(1),
  general: criteria(1),
  times: fc.constantFrom(1, 1, 2),
})
const project = fc.record({
  conversations: fc.array(conversation, { minLength: 1, maxLength: 3 }),
  replies: fc.array(texts, { minLength: 4, maxLength: 4 }),
  echoes: fc.boolean(),
  unlicensed: fc.constantFrom('advice', 'count'),
  cache: fc.boolean(),
  mood: fc.nat(50),
})
type Project = typeof project extends fc.Arbitrary<infer T> ? T : never

/** The files of a project, as JSON, which is also YAML. */
function filesOf({ conversations, replies, echoes, unlicensed, cache }: Project): Record<string, string> {
  const expecting = <T extends object>(judge: readonly unknown[], more: T) =>
    judge.length === 0 ? more : { ...more, judge }
  const { port } = host.address() as AddressInfo
  const model = { 'base url': `http://127.0.0.1:${port}/v1`, key: 'JUDGE_KEY' }
  const find = { output: { email: 'else@shop.example', password: 'hunter-42-blue', found: true } }
  const rules = replies.map((say, index) => ({
    id: `r${index}`,
    when: `/^m${index}/`,
    do: [
      ...(index === 3 ? [{ call: 'find', with: { phone: '493012345678' } }] : []),
      { say: echoes ? `${say} {message}` : say },
    ],
  }))
  const script = {
    suite: 'Dialogues',
    agent: 'desk',
    variables: { who: 'Asha' },
    conversations: conversations.map(({ turns, session, general, times }, index) => ({
      name: `talk ${index}`,
      ...(times === 1 ? {} : { repeat: { times } }),
      ...(general.length === 0 ? {} : { 'every turn': { judge: general } }),
      turns: turns.map(({ rule, text, judge }) => ({
        user: `m${rule} ${text}`,
        expect: expecting(judge, { reply: { present: true } }),
      })),
      ...(session.length === 0 ? {} : { session: { judge: session } }),
    })),
  }
  return {
    'tableread.config.yaml': JSON.stringify({
      models: { small: { use: 'openai-compatible/m', ...model }, other: { use: 'openai-compatible/n', ...model } },
      judges: { by: 'small', unlicensed, ...(cache ? {} : { cache: false }) },
      reconcile: false,
    }),
    'shop/workspace.yaml': JSON.stringify({ workspace: 'small', keys: ['small-key'], agents: ['agents/desk.yaml'] }),
    'shop/agents/desk.yaml': JSON.stringify({
      agent: 'desk',
      id: 'desk',
      published: 1,
      versions: { 1: { tools: { find }, rules } },
    }),
    'suites/dialogues.yaml': JSON.stringify(script, null, 1),
  }
}

/** The judges' results, without texts that a tape replaces by placeholders. */
const judgedIn = ({ result: { conversations, totals, judging } }: Ran): object => ({
  totals,
  judging,
  conversations: conversations.map(({ verdict, reason, turns, outcomes, judging: usage }) => ({
    ...{ verdict, reason, taken: usage },
    judged: [...turns.flatMap((turn) => turn.outcomes), ...outcomes].flatMap((outcome) => {
      if (outcome.kind !== 'judge') return []
      const { judgement, licence } = outcome
      const votes = judgement.votes.map(({ model, says, quotations }) => ({
        ...{ model, says },
        quotations: quotations.map(({ turn, entry }) => ({ turn, entry })),
      }))
      return [{ verdict: outcome.verdict, says: judgement.says, votes, licence }]
    }),
  })),
})

it('whatever is said and judged, a replay comes to the same bytes without key and network', async () => {
  let judged = 0
  await fc.assert(
    fc.asyncProperty(project, async (sample) => {
      const folder = mkdtempSync(join(tmpdir(), 'tableread-dialogues-'))
      try {
        for (const [name, text] of Object.entries(filesOf(sample))) {
          mkdirSync(dirname(join(folder, name)), { recursive: true })
          writeFileSync(join(folder, name), text)
        }
        mood = sample.mood
        process.env.JUDGE_KEY = key
        const recorded = await runTaped(folder, 'record')
        delete process.env.JUDGE_KEY
        const before = questions
        const tapes = [...readTree(join(folder, 'tapes'))]
        rmSync(join(folder, '.tableread'), { recursive: true, force: true })
        const replayed = await runTaped(folder, 'replay')
        const again = await runTaped(folder, 'replay')
        expect([replayed.code, again.code]).toEqual([recorded.code, recorded.code])
        expect(judgedIn(replayed)).toEqual(judgedIn(recorded))
        expect(steady(again)).toBe(steady(replayed))
        expect([...readTree(join(folder, 'tapes'))]).toEqual(tapes)
        expect(questions).toBe(before)
        expect(JSON.stringify(tapes)).not.toContain(key)
        judged += JSON.parse(steady(recorded)).conversations.length
      } finally {
        delete process.env.JUDGE_KEY
        rmSync(folder, { recursive: true, force: true })
      }
    }),
    { seed: 21, numRuns: Number(process.env.TABLEREAD_DIALOGUES ?? 12) },
  )
  expect(judged).toBeGreaterThan(12)
  expect(questions).toBeGreaterThan(30)
})
