// @module-tag stress
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { walkCandidates } from '../src/app/cli/verbs/judge/label.ts'
import { settle } from '../src/app/config/settings.ts'
import { createPaint } from '../src/report/text/paint.ts'
import { canary, findIn, keysGiven, spillCanaries } from './hostile/canaries.ts'
import { readVerbs } from './hostile/command-line.ts'
import { type ParrotService, startParrot } from './hostile/parrot-service.ts'
import { type CliRun, readTree } from './hostile/run-cli.ts'
import { runWarm } from './warm/run-warm.ts'

const { key, phone, email, link } = canary
/** The key of the model, which its host repeats in answers. */
const modelKey = 'canary-5d8e-model-key'

const suite = `suite: S
agent: desk
variables: { phone: '${phone}', token: '${key}' }
every turn: { judge: { criterion: names somebody, expect: not met } }
conversations:
${['reply', 'page', 'refuse']
  .map(
    (message) => `  - name: ${message}
    metadata: { token: '${key}', phone: '${phone}' }
    turns:
      - user: '${message}, my number is ${phone}, my key ${key}'
        expect:
          reply: { contains: Found }
          judge: ['repeats {{phone}} and {{token}}', is polite, 'says ${email}, ${link} or ${key}']
    session: { judge: ['keeps {{phone}} to itself', { criterion: is polite, votes: 3 }] }
`,
  )
  .join('')}  - name: speaks for itself
    metadata: { token: '${key}', phone: '${phone}' }
    simulated user:
      wants: 'a call to ${phone}'
      knows: { phone: '${phone}', email: '${email}', key: '${key}' }
      model: small
      patience: 2 turns
      done when: { calls: [never_called] }
`
const labels = `labels: L
examples:
  - { criterion: is polite, verdict: met, transcript: { result: ../private.json, conversation: "suites/s.yaml:6", turn: 1 } }
  - { criterion: is polite, verdict: met, transcript: { tape: ../tapes/suites/s/reply.default.yaml, turn: 1 } }
  - criterion: 'repeats {{phone}} and {{token}}'
    variables: { phone: '${phone}', token: '${key}' }
    verdict: not met
    note: 'not ${email}'
    turns: [{ user: 'I am ${email}', calls: [{ name: find, arguments: { phone: '${phone}' }, output: '${key}' }], agent: 'Found ${phone} ${link} ${key}' }]
`

const commands = [
  'run --trace --json run.json --junit run.xml --markdown run.md --html run.html --journal journal',
  'run -r plain --no-judge-cache',
  'run --save-talks talks --seeds 2 --json talks.json --junit talks.xml',
  'run --show-private --json private.json',
  'record --json record.json',
  'replay --offline --json replay.json --html replay.html --junit replay.xml --markdown replay.md',
  'replay --offline --ask-judges -r plain',
  'compare default draft --repeat 1 --json cmp.json --junit cmp.xml --markdown cmp.md --html cmp.html',
  'bisect -g 1 -b 2 --repeat 2',
  'snapshots --update',
  'snapshots --update --even-failed',
  'teeth --json teeth.json --markdown teeth.md',
  'vary --variants 2 --json vary.json --markdown vary.md --html vary.html',
  'score session-1 --json score.json --html score.html --junit score.xml --markdown score.md',
  'history',
  'judge calibrate -r plain --json found.json --markdown found.md --html found.html --junit found.xml --ctrf found.ctrf.json --otlp found.otlp.json',
  'judge calibrate --json',
  'judge calibrate -r json',
  'judge calibrate -r junit',
  'judge status',
  'judge status --json --strict',
  'report run.json --html again.html',
]
/** Runs whose judges give only advice, which is reported in other words. */
const advised = [
  'run --trace --json run.json --html run.html --markdown run.md -r default',
  'judge status',
  'score session-1 -r plain',
]
/** Files that people wrote, and output for which private data was explicitly requested. */
const own = [join('suites', 's.yaml'), join('labels', 'l.yaml'), 'private.json']

describe('what is private', () => {
  let folder = ''
  let service: ParrotService | undefined
  let host: Server
  const bodies: string[] = []
  const runs: [string, CliRun][] = []
  const output: string[] = []
  let files = new Map<string, string>()

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tableread-judge-canaries-'))
    service = await startParrot(spillCanaries)
    host = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      bodies.push(body)
      const question: string = JSON.parse(body).messages.at(-1).content
      const lines = question.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
      const card = lines[0]?.card?.knows
      const entry = lines.findLast((each) => each.by === 'agent' && typeof each.items?.[0]?.text === 'string')
      const words: string = entry?.items[0].text ?? lines.at(-1)?.text ?? ''
      const reason = `${request.headers.authorization} asked whether ${lines[0]?.criterion}: ${words}`
      const quotations = [{ entry: entry?.entry ?? lines.length - 1, words }]
      const content = JSON.stringify({
        reason,
        quotations,
        verdict: bodies.length % 5 === 0 ? 'cannot tell' : 'not met',
      })
      const reply = `Call ${card?.phone}, mail ${card?.email}, key ${card?.key}`
      const spoken = bodies.length % 7 === 0 ? `${request.headers.authorization}, ${reply}` : reply
      const message = { role: 'assistant', content: card === undefined ? content : spoken }
      const choices = [{ index: 0, message, finish_reason: 'stop' }]
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices, usage }))
    })
    await new Promise<void>((done) => host.listen(0, '127.0.0.1', done))
    const putFile = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const { port } = host.address() as AddressInfo
    const model = `{ use: openai-compatible/m, base url: "http://127.0.0.1:${port}/v1", key: JUDGE_KEY }`
    putFile('suites/s.yaml', suite)
    putFile('labels/l.yaml', labels)
    const config = (unlicensed: string): string =>
      `models: { small: ${model} }\njudges: { by: small, unlicensed: ${unlicensed} }\nevery turn: { judge: is kind }\n`
    const env = {
      ...keysGiven(),
      JUDGE_KEY: modelKey,
      TABLEREAD_TARGET: service.url,
      TABLEREAD_HISTORY: 'history.sqlite',
      CI: '',
    }
    for (const [unlicensed, lines] of [
      ['count', commands],
      ['advice', advised],
    ] as const) {
      putFile('tableread.config.yaml', config(unlicensed))
      for (const line of lines) runs.push([`${line} (${unlicensed})`, await runWarm(line.split(' '), { folder, env })])
    }
    Object.assign(process.env, keysGiven())
    const settings = { ...(await settle([], { config: join(folder, 'tableread.config.yaml') }, env)), folder }
    for (const result of ['run.json', 'private.json']) {
      const screen = {
        paint: createPaint(false),
        columns: () => null,
        write: (lines: string[]) => output.push(...lines),
      }
      async function* lines(): AsyncGenerator<string> {
        yield* 'mnmbnsx'
      }
      const task = { file: join(folder, result), output: `labels/of-${result.replace('json', 'yaml')}`, by: null }
      await walkCandidates(task, settings, screen as never, lines())
    }
    files = readTree(folder)
    for (const name of own) files.delete(name)
  }, 400_000)
  afterAll(async () => {
    for (const name of Object.keys(keysGiven())) delete process.env[name]
    await service?.close()
    host.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('has gone everywhere that judges reach', async () => {
    const odd = runs.filter(([, { code }]) => code === null || ![0, 1, 3, 4].includes(code))
    expect(odd.map(([line, { code, err }]) => `${line}: ${code} ${err}`)).toEqual([])
    expect(bodies.length).toBeGreaterThan(30)
    const names = [...files.keys()].map((name) => name.split(/[\\/]/).slice(0, 2).join('/'))
    const expected = [
      '.tableread/judgements',
      'judges.licences.yaml',
      'labels/of-run.yaml',
      'labels/of-private.yaml',
      'found.md',
    ]
    expect(expected.filter((name) => !names.includes(name))).toEqual([])
    expect(names.some((name) => name.startsWith('tapes/'))).toBe(true)
    expect(names.some((name) => name.startsWith('journal/'))).toBe(true)
    expect(output.join('\n')).toContain('Found key <')
    const verbs = new Set(commands.map((line) => line.split(' ')[0]))
    expect(verbs.size).toBeGreaterThan(10)
    const judging = (await readVerbs()).map(({ name }) => name).filter((name) => name.startsWith('judge '))
    expect(judging).toEqual(['judge label', 'judge calibrate', 'judge status'])
  })

  it('is in nothing that a judge is sent', () => {
    expect(findIn(bodies.map((body, index) => [`question ${index}`, body]))).toEqual([])
    expect(bodies.join()).toContain('email 1')
    expect(bodies.filter((body) => body.includes('You play a customer')).length).toBeGreaterThan(5)
  })

  it('is in nothing that is printed, or shown to a person who labels', () => {
    const printed = runs.filter(([line]) => !line.includes('--show-private'))
    expect(findIn(printed.map(([line, { out, err }]) => [line, `${out}${err}`]))).toEqual([])
    expect(findIn([['judge label', output.join('\n')]])).toEqual([])
  })

  it('is in no tape, journal, report, licence, label or kept answer', () => {
    expect(findIn(files)).toEqual([])
  })

  it('holds for the key of a model that its host repeats', () => {
    const texts: [string, string][] = [
      ...files,
      ...runs.map(([line, { out, err }]): [string, string] => [line, out + err]),
    ]
    expect(texts.flatMap(([name, text]) => (text.includes(modelKey) ? [name] : []))).toEqual([])
    expect([...files.values()].join()).toContain('<env.JUDGE_KEY>')
  })
})
