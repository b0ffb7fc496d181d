import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SettlingFlags } from '../src/app/config/settings.ts'
import type { TapeMode } from '../src/app/tapes/tapes.ts'
import { parseTape } from '../src/records/tape/read-tape.ts'
import { type Ran, runTaped, steady } from './judged-project.ts'

/** The double's answer to a question; a number is an HTTP error status. */
type Reply = (question: string, count: number) => string | number

let folder: string
let double: Server
let requests: string[] = []
let reply: Reply

/** A well-formed answer that quotes the first text of the agent. */
const says =
  (verdict: string): Reply =>
  (question) => {
    const lines = question.split('\n').filter((line) => line.startsWith('{"entry"'))
    const own = lines.map((line) => JSON.parse(line)).findLast((entry) => typeof entry.text === 'string')
    return JSON.stringify({
      reason: `It says: ${own.text}`,
      quotations: [{ entry: own.entry, words: own.text }],
      verdict,
    })
  }

beforeAll(async () => {
  double = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push(body)
    const question = JSON.parse(body).messages.at(-1).content
    const answer = reply(question, requests.length)
    response.setHeader('content-type', 'application/json')
    if (typeof answer === 'number') {
      response.statusCode = answer
      return void response.end('{"error":{"message":"no"}}')
    }
    const message = { role: 'assistant', content: answer }
    response.end(
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
      }),
    )
  })
  await new Promise<void>((done) => double.listen(0, '127.0.0.1', done))
})
afterAll(() => void double.close())

const putFile = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const take = (path: string): string => readFileSync(join(folder, path), 'utf8')

const run = (mode: TapeMode, flags: SettlingFlags & { askJudges?: boolean } = {}): Promise<Ran> =>
  runTaped(folder, mode, flags)
const replay = (flags: SettlingFlags & { askJudges?: boolean } = {}): Promise<Ran> => run('replay', flags)
const record = (flags: SettlingFlags = {}): Promise<Ran> => run('record', flags)

const judgements = ({ result }: Ran) =>
  result.conversations.flatMap(({ turns, outcomes }) =>
    [...turns.flatMap((turn) => turn.outcomes), ...outcomes].flatMap((each) => (each.kind === 'judge' ? [each] : [])),
  )
const whys = (ran: Ran) => judgements(ran).map(({ judgement }) => judgement.why)

const config = (judges = 'by: small, unlicensed: count', model = 'temperature: 0'): string =>
  `models:\n  small: { use: openai-compatible/m, base url: "http://127.0.0.1:${(double.address() as AddressInfo).port}/v1", ${model} }\njudges: { ${judges} }\n`
const suite = (judge: string, { user = 'hello', more = '' } = {}): string =>
  `suite: Greetings\nagent: desk\nconversations:\n  - name: says hello\n${more}    turns:\n      - user: ${JSON.stringify(user)}\n        expect: { judge: ${judge} }\n`
const agent = (hello: string): string =>
  `agent: desk\nid: desk\npublished: 1\nversions:\n  1:\n    rules:\n      - { id: hello, when: /./, do: [{ say: ${JSON.stringify(hello)} }] }\n`
const tape = 'tapes/suites/greetings/says-hello.default.yaml'

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-judged-'))
  requests = []
  reply = says('met')
  putFile('shop/workspace.yaml', 'workspace: small\nkeys: [small-key]\nagents: [agents/desk.yaml]\n')
  putFile('shop/agents/desk.yaml', agent('Hello there.'))
  putFile('suites/greetings.yaml', suite('is friendly'))
  putFile('tableread.config.yaml', config())
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('judges on a tape', () => {
  it('are asked while it is recorded, and by nobody when it is replayed', async () => {
    const recorded = await record()
    expect([recorded.code, requests.length]).toEqual([0, 1])
    const read = parseTape(take(tape), tape)
    expect(read.kind === 'read' ? read.tape.judged : read).toMatchObject([
      { criterion: 'is friendly', model: 'small', version: 1, vote: 1, took: [{ inputTokens: 10 }] },
    ])
    expect(recorded.result.judging).toEqual([{ model: 'small', inputTokens: 10, outputTokens: 5 }])
    rmSync(join(folder, '.tableread'), { recursive: true, force: true })
    const replayed = await replay()
    expect([replayed.code, requests.length, replayed.notes]).toEqual([0, 1, expect.stringMatching(/^replayed from/)])
    expect(steady(replayed)).toBe(steady(recorded))
  })
  it('give the same for void votes, those that nobody cast, and advice', { tags: 'stress' }, async () => {
    reply = (question, count) => (count % 3 === 0 ? 400 : count % 3 === 1 ? 'yes' : says('met')(question, count))
    putFile('suites/greetings.yaml', suite('{ criterion: is friendly, votes: 5 }'))
    for (const unlicensed of ['advice', 'count']) {
      requests = []
      putFile('tableread.config.yaml', config(`by: small, unlicensed: ${unlicensed}, cache: false, concurrency: 1`))
      const recorded = await record()
      const says = judgements(recorded)[0]?.judgement.votes.map((vote) => vote.says)
      expect(says?.toSorted()).toEqual(['met', 'met', 'void', 'void', 'void'])
      const before = requests.length
      const replayed = await replay()
      expect([recorded.code, replayed.code, requests.length]).toEqual([3, 3, before])
      expect(steady(replayed)).toBe(steady(recorded))
    }
  })
  it.each<[what: string, change: () => void, reason: string]>([
    [
      'another criterion',
      () => putFile('suites/greetings.yaml', suite('is polite')),
      'no answer of a judge to "is polite": the criterion is new',
    ],
    [
      'other settings',
      () => putFile('tableread.config.yaml', config(undefined, 'temperature: 1')),
      'small is a different model now, or has different settings',
    ],
    [
      'more votes',
      () => putFile('suites/greetings.yaml', suite('{ criterion: is friendly, votes: 3 }')),
      'vote 2 is asked for, and it was recorded with one',
    ],
    [
      'another model',
      () =>
        putFile(
          'tableread.config.yaml',
          config('by: large, unlicensed: count').replace('judges:', '  large: { use: openai/gpt-5 }\njudges:'),
        ),
      'large judges it now; it was recorded with small',
    ],
    [
      'another version of the question',
      () =>
        putFile(
          tape,
          take(tape)
            .replace('version: 1', 'version: 7')
            .replace(/key: .*/, 'key: "0000000000000000"'),
        ),
      "Tableread's own question has version 1 now; it was recorded with version 7",
    ],
    [
      'no answers at all',
      () => putFile(tape, take(tape).replace(/^judged:[\s\S]*/m, '')),
      'the tape holds no answers of judges, and "is friendly" needs one',
    ],
  ])('are not comparable with %s, until they are asked', async (_, change, reason) => {
    await record()
    change()
    const ran = await replay()
    expect([ran.code, ran.result.totals.errored, whys(ran)]).toEqual([4, 1, [expect.stringContaining(reason)]])
    expect(whys(ran)[0]).toContain(
      '\n  ask for what is missing: npx tableread replay --ask-judges suites/greetings.yaml:4',
    )
    if (reason.startsWith('large')) return
    const mended = await replay({ askJudges: true })
    expect([mended.code, (await replay()).code]).toEqual([0, 0])
  })
  it('are asked for what is missing by --tape auto', async () => {
    await record()
    putFile('suites/greetings.yaml', suite('is polite'))
    expect((await run('auto')).code).toBe(0)
    expect((await replay()).code).toBe(0)
    expect(requests.length).toBe(2)
  })
  it('are known by their names before anything runs', async () => {
    putFile('suites/greetings.yaml', suite('{ criterion: is friendly, by: smal }'))
    await expect(record()).rejects.toThrow(/^suites\/greetings\.yaml:7:\d+: there is no model "smal"/)
    putFile('suites/greetings.yaml', suite('is friendly'))
    putFile('tableread.config.yaml', config('by: smal'))
    await expect(record()).rejects.toThrow(/tableread\.config\.yaml:\d+:\d+: there is no model "smal"/)
    expect(requests).toEqual([])
  })
  it('are told where a criterion was taken out', async () => {
    putFile('suites/greetings.yaml', suite('[is friendly, is polite]'))
    await record()
    putFile('suites/greetings.yaml', suite('is polite'))
    expect((await replay()).notes).toContain(
      'says hello [default]: a recorded answer of judges was not asked for: of "is friendly"',
    )
  })
  it('answer for every attempt', async () => {
    putFile(
      'suites/greetings.yaml',
      suite('{ criterion: is friendly, votes: 2 }', { more: '    repeat: { times: 3 }\n' }),
    )
    const recorded = await record({ judgeCache: false })
    const replayed = await replay()
    expect([recorded.code, replayed.code]).toEqual([0, 0])
    expect(steady(replayed)).toBe(steady(recorded))
  })
})

const secrets = {
  email: 'asha.rao@shop.example',
  phone: '+49 30 1234567',
  card: '4111 1111 1111 1111',
  token: 'sk-live-Abcdef0123456789Abcdef01',
  link: 'https://files.example/x?X-Amz-Signature=0123456789abcdef0123456789abcdef&x=1',
  born: '1990-04-05',
  passport: 'X1234567',
  password: 'hunter-42-blue',
  case: 'CASE-88123',
  uuid: '6f1c2b9e-8d1a-4c7b-9a35-0f2d4c6b8a10',
}

describe('what is private', () => {
  const scripted = `suite: Greetings
agent: desk
customer: { number: "+4930998877", email: ravi@shop.example }
metadata: { tier: gold, note: "call +44 20 7946 0018" }
conversations:
  - name: says hello
    turns:
      - user: "I am {{env.OWN_NAME}}, ${secrets.email}, ${secrets.phone}, ${secrets.card}"
        expect: { judge: "repeats ${secrets.email} or {{env.OWN_NAME}}" }
      - user: "my key is ${secrets.token}, ${secrets.case}"
        expect: { judge: [is friendly, { criterion: is short, looks at: conversation, votes: 3 }] }
    session: { judge: answers everything }
`
  const json = JSON.stringify({
    date_of_birth: secrets.born,
    passport: secrets.passport,
    password: secrets.password,
    phone: '493012345678',
    inner: JSON.stringify({ email: 'else@shop.example', id: secrets.uuid }),
  })
  it('is the same to judges in a recording and in its replay, and nowhere', async () => {
    process.env.OWN_NAME = 'Blaubeere-7'
    putFile('tableread.config.yaml', `${config()}redact: [/CASE-\\d+/]\n`)
    putFile('suites/greetings.yaml', scripted)
    putFile(
      'shop/agents/desk.yaml',
      agent(
        `Passport ${secrets.passport}, ${secrets.password}, ${secrets.link} ${secrets.uuid} else@shop.example ${secrets.phone}`,
      )
        .replace('do: [{', `do: [{ call: find, with: ${json} }, {`)
        .replace('    rules:', `    tools: { find: { output: ${json} } }\n    rules:`),
    )
    const recorded = await record({ reconcile: false })
    const replayed = await replay({ reconcile: false })
    delete process.env.OWN_NAME
    const alone = await replay({ reconcile: false })
    expect(whys(replayed)).toEqual(whys(replayed).map(() => null))
    expect([recorded.code, replayed.code, alone.code]).toEqual([0, 0, 0])
    expect(requests.length).toBe(6)
    const values = [...Object.values(secrets), 'Blaubeere-7', 'ravi@', '7946', '998877', 'else@shop', '493012345678']
    const files = readdirSync(join(folder, '.tableread'), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    for (const text of [...requests, take(tape), ...files])
      expect(values.filter((value) => text.includes(value) && value !== secrets.born)).toEqual([])
  })
})
