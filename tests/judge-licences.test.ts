import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runWarm } from './warm/run-warm.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-licences-'))
const path = (name: string): string => join(folder, name)
const criterion = 'tells where the parcel is'
const sent: string[] = []
let host: Server
let port = 0
/** The model's verdict on a reply. */
let finds = (reply: string): string => (reply.startsWith('GOOD') ? 'met' : 'not met')

beforeAll(async () => {
  host = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      sent.push(body)
      const text: string = JSON.parse(body).messages.at(-1).content
      const entries = text.split('\n').flatMap((line) => (line.startsWith('{"entry"') ? [JSON.parse(line)] : []))
      const reply = entries.findLast((entry) => entry.by === 'agent' && typeof entry.text === 'string')
      const quotations = [{ entry: reply.entry, words: reply.text.split(' ').slice(0, 8).join(' ') }]
      const content = JSON.stringify({ reason: 'it is so', quotations, verdict: finds(reply.text) })
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices, usage }))
    })
  })
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done))
  port = (host.address() as AddressInfo).port
  for (const name of ['suites', 'labels']) mkdirSync(path(name))
})
afterAll(() => {
  host.close()
  rmSync(folder, { recursive: true, force: true })
})

const labelsOf = (each: number): string =>
  `# mine\nlabels: Late\ncriterion: ${criterion}\nexamples:\n${Array.from(
    { length: each },
    (_, index) =>
      `  - { verdict: met, turns: [{ user: Where is ${index}?, agent: GOOD it is here ${index} }] }\n` +
      `  - { verdict: not met, turns: [{ user: Where is ${index}?, agent: BAD who knows ${index} }] }\n`,
  ).join('')}`
const configOf = (more = '', at = port): string =>
  `models:\n  small: { use: openai-compatible/m, base url: "http://127.0.0.1:${at}/v1"${more} }\njudges: { by: small, cache: false }\nhistory: false\njournal: false\n`
const suite = `suite: Late\nagent: order-desk\nconversations:\n  - name: tells\n    turns: [{ user: Where is my order 1042?, expect: { judge: ${criterion} } }]\n`
const run = (...args: string[]) => runWarm(args, { folder, env: { NO_COLOR: '1', CI: undefined } })
const status = async () => JSON.parse((await run('judge', 'status', '--json')).out).criteria[0]

beforeEach(() => {
  finds = (reply) => (reply.startsWith('GOOD') ? 'met' : 'not met')
  sent.length = 0
  writeFileSync(path('tableread.config.yaml'), configOf())
  writeFileSync(path('suites/late.yaml'), suite)
  writeFileSync(path('labels/late.yaml'), labelsOf(36))
  rmSync(path('judges.licences.yaml'), { force: true })
})

describe('tableread judge', () => {
  it('gives a licence with which a criterion counts, and that ends with what it was given for', {
    tags: 'stress',
  }, async () => {
    expect((await run('run')).code).toBe(3)
    const first = await run('judge', 'calibrate')
    expect([first.code, first.err]).toEqual([0, ''])
    expect(first.out).toContain('36 of 36, 100 % (90.2 % to 100 %)')
    const licences = readFileSync(path('judges.licences.yaml'), 'utf8')
    expect((await run('judge', 'calibrate')).code).toBe(0)
    expect(readFileSync(path('judges.licences.yaml'), 'utf8')).toBe(licences)
    expect(await status()).toMatchObject({ licensed: true, why: [], next: null, met: { right: 36, of: 36 } })
    const judged = await run('run', '--json')
    expect(judged.code).toBe(1)
    expect(judged.out).toContain('"kind":"licensed"'.replace(':', ': '))

    writeFileSync(path('labels/late.yaml'), labelsOf(36).replace('verdict: not met', 'verdict: met'))
    expect((await status()).why.join()).toContain('its examples in labels/late.yaml have changed')
    expect((await run('run')).code).toBe(3)
    rmSync(path('labels/late.yaml'))
    expect((await status()).why.join()).toContain(
      'its labels cannot be used: labels/late.yaml:1:1: the file cannot be read',
    )
    writeFileSync(path('labels/late.yaml'), `${labelsOf(36)}# a comment ends nothing\n`)
    expect((await status()).licensed).toBe(true)

    for (const [from, to, why] of [
      ['base url', 'temperature: 0.5, base url', 'the settings of openai-compatible/m have changed'],
      ['compatible/m', 'compatible/other', 'the model was openai-compatible/m, and is openai-compatible/other'],
      ['by: small', 'by: small, votes: 3', 'it had 1 vote, and has 3'],
      ['by: small', 'by: small, at least: 95 %', 'at least 90.2 % where 95 % are asked for'],
    ] as const) {
      writeFileSync(path('tableread.config.yaml'), configOf().replace(from, to))
      expect((await status()).why.join()).toContain(why)
      expect((await run('run')).code, why).toBe(3)
    }
    writeFileSync(path('tableread.config.yaml'), configOf())
    writeFileSync(
      path('suites/late.yaml'),
      suite.replace(`judge: ${criterion}`, `judge: { criterion: ${criterion}, expect: not met }`),
    )
    expect((await status()).why.join()).toContain('the probe "plea for not met" was never made')
    expect((await run('run')).code).toBe(3)
    writeFileSync(path('suites/late.yaml'), suite)
    for (const [from, to, why] of [
      [
        'right: 36\n      of: 36',
        'right: 360\n      of: 360',
        'judges.licences.yaml:6:5: this licence is not as it was written',
      ],
      ['right: 36', 'right: 37', 'judges.licences.yaml:17:7: met: 37 of 36 cannot be'],
      [/\n +digest: .*/, '', 'judges.licences.yaml:6:5: this licence has no digest'],
    ] as const) {
      writeFileSync(path('judges.licences.yaml'), licences.replace(from, to))
      expect((await status()).why.join()).toContain(why)
      expect((await run('run')).code, why).toBe(3)
      expect((await run('run', '--json')).out).toContain(why)
      expect((await status()).next).toBe('npx tableread judge calibrate')
    }
  })

  it('cannot be turned into one by whoever edits its counts, nor be kept by a calibration of something else', {
    tags: 'stress',
  }, async () => {
    finds = () => 'met'
    expect((await run('judge', 'calibrate')).code).toBe(1)
    const file = path('judges.licences.yaml')
    const forged = readFileSync(file, 'utf8')
      .replace('right: 0', 'right: 36')
      .replace(/of: 0\b/g, 'of: 36')
    writeFileSync(file, forged)
    expect((await run('judge', 'status', '--strict')).code).toBe(1)
    const ran = await run('run')
    expect([ran.code, ran.out]).toEqual([3, expect.stringContaining('calibrate again')])
    expect((await run('judge', 'calibrate')).out).toContain('this was taken out')
    expect(readFileSync(file, 'utf8')).toContain('right: 0')
  })

  it('gives none to a judge that errs, says what is missing, and shows nothing private', async () => {
    const secret = 'asha.private@example.org'
    const text = labelsOf(36).replace('BAD who knows 0', `"GOOD, write to ${secret}"`)
    writeFileSync(path('labels/late.yaml'), text)
    const calibration = await run('judge', 'calibrate', '--markdown', 'judges.md')
    expect(calibration.code).toBe(1)
    expect(calibration.out).toContain('35 of 36')
    expect(calibration.out).toMatch(/label \d+ more examples that are not met/)
    expect(calibration.out).toContain(
      ` ✗ people say not met, the judge met\n   labels/late.yaml:6\n   it is so\n   "GOOD, write to <email 1>"\n`,
    )
    const texts = ['judges.md', 'judges.licences.yaml'].map((name) => readFileSync(path(name), 'utf8'))
    for (const each of [...sent, calibration.out, calibration.err, ...texts]) expect(each).not.toContain(secret)
    expect((await run('judge', 'status', '--strict')).code).toBe(1)
  })

  it('says that a judge could not be asked, and writes nothing', { tags: 'stress' }, async () => {
    writeFileSync(path('tableread.config.yaml'), configOf('', 9))
    const { code, out } = await run('judge', 'calibrate')
    expect(code).toBe(3)
    expect(out).toContain('could not be asked')
    expect(() => readFileSync(path('judges.licences.yaml'))).toThrow()
    writeFileSync(path('tableread.config.yaml'), configOf())
    expect((await run('judge', 'calibrate', '--max-judge-calls', '20')).code).toBe(3)
  })

  it.each([
    ['verdict: met', 'verdict: yes', 'is not known here'],
    ['verdict: met', 'verdikt: met', 'did you mean "verdict"?'],
    [
      'turns: [{ user: Where is 0?, agent: GOOD it is here 0 }]',
      'transcript: { tape: none.yaml }',
      'there is no tape at none.yaml',
    ],
    [
      'turns: [{ user: Where is 0?, agent: GOOD it is here 0 }]',
      'transcript: { result: none.json, conversation: x }',
      'none.json',
    ],
    [
      'GOOD it is here 0 }] }',
      `GOOD it is here 0 }] }\n  - { verdict: not met, turns: [{ user: Where is 0?, agent: GOOD it is here 0 }] }`,
      '[contradiction]',
    ],
    [`criterion: ${criterion}\n`, '', 'nothing says which criterion this is an example of'],
    [`criterion: ${criterion}`, 'criterion: "{{name}} is told"', '{{name}}, which has no value here'],
  ])('refuses labels with %s as %s', async (from, to, message) => {
    writeFileSync(path('labels/late.yaml'), labelsOf(2).replace(from, to))
    const { code, err } = await run('judge', 'calibrate')
    expect([code, err]).toEqual([2, expect.stringContaining('labels/late.yaml:')])
    expect(err).toContain(message)
    expect(sent).toEqual([])
  })

  it('tells a criterion that no suite has, and reads what was said from a result', async () => {
    expect((await run('run', '--json', 'run.json')).code).toBe(3)
    const reference = 'transcript: { result: ../run.json, conversation: "suites/late.yaml:4", turn: 1 }'
    const labels = `labels: L\ncriterion: ${criterion}s\nexamples: [{ verdict: not met, ${reference} }]\n`
    writeFileSync(path('labels/late.yaml'), labels)
    const { code, out } = await run('judge', 'calibrate')
    expect(code).toBe(1)
    expect(out).toContain(`no suite has the criterion "${criterion}s"`)
    expect(out).toContain('did you mean')
    expect(out).toContain('1 of 1, 100 %')
  })

  it('asks nobody for labels where there is no terminal', async () => {
    const { code, err } = await run('judge', 'label', 'run.json', '-o', 'labels/x.yaml')
    expect([code, err]).toEqual([2, expect.stringContaining('there is no terminal to ask one')])
  })
})
