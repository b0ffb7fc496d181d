// @module-tag stress
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConcealer } from '../src/app/config/concealer.ts'
import type { RunResult } from '../src/engine/run-result.ts'
import { said } from '../src/engine/transcript/entries.fixture.ts'
import { formatRunMarkdown } from '../src/report/markdown/result-markdown.ts'
import { junitOfRun, madeUpRun } from '../src/report/run.fixture.ts'
import { reportToTerminal } from '../src/report/terminal/terminal-reporter.ts'
import { createPaint } from '../src/report/text/paint.ts'

const phoneOf = (index: number): string => `+1 555 010 ${String(index).padStart(4, '0')}`

/** A run of that many failed conversations, each of a different customer, and the text of their suite. */
function failedRun(count: number): { run: RunResult; text: string } {
  const run = madeUpRun()
  const [first] = run.conversations.filter(({ verdict }) => verdict === 'failed')
  if (first === undefined) throw new Error('none failed')
  const conversations = Array.from({ length: count }, (_, index) => {
    const turns = first.turns.map((turn) => ({ ...turn, entries: [said('user', `call ${phoneOf(index)}`)] }))
    return { ...first, id: `${first.id} ${index}`, at: { ...first.at, line: index + 1 }, turns }
  })
  const text = conversations.map((_, index) => `  - user: call ${phoneOf(index)}\n`).join('')
  return { run: { ...run, conversations }, text }
}

describe('what is redacted to report failures', () => {
  /** How many characters the search for the project's private data reads for that many failures, and the reports. */
  async function looked(count: number): Promise<{ characters: number; told: string }> {
    let characters = 0
    const { run, text } = failedRun(count)
    const see = (each: string): string[] => {
      characters += each.length
      return []
    }
    const conceal = createConcealer({ custom: [see] })
    const conversations = run.conversations.map((each) => conceal.conversation(each, null))
    const result = { ...run, conversations }
    const textOf = (file: string): string => conceal.excerptOf(file, text)
    let allOutput = ''
    const write = (piece: string): void => {
      allOutput += piece
    }
    const output = { write, columns: null }
    const report = reportToTerminal({ output, textOf }, createPaint(false))
    await report({ kind: 'begun', target: 't', plans: conversations })
    for (const each of conversations) await report({ kind: 'conversation done', result: each })
    await report({ kind: 'done', result, interrupted: false })
    allOutput += junitOfRun(result, textOf)
    allOutput += formatRunMarkdown(result, textOf)
    return { characters, told: allOutput }
  }

  it('is in everything that is told of a simulated user', () => {
    const { run } = failedRun(1)
    const [first] = run.conversations
    if (first === undefined) throw new Error('none failed')
    const phone = phoneOf(7)
    const simulated = {
      ...{ wants: `a call to ${phone}`, at: first.at, seed: 1, ended: 'fault' as const, why: `no ${phone}` },
      ...{ fault: { law: 'no loop', said: phone }, turns: 1, patience: 2, slips: [], unclear: false },
      unanswered: [{ turn: 0, question: `Is it ${phone}?` }],
    }
    const conversation = createConcealer({ custom: [] }).conversation({ ...first, simulated }, null)
    expect(JSON.stringify(conversation)).not.toContain(phone)
    expect(conversation.simulated).toMatchObject({
      ended: 'fault',
      at: first.at,
      fault: { law: 'no loop', said: '<phone 2>' },
    })
    const withheld = createConcealer({
      custom: [
        () => {
          throw new Error('broke')
        },
      ],
    })
    expect(JSON.stringify(withheld.conversation({ ...first, simulated }, null))).not.toContain(phone)
  })

  it('is in the sentence of a cause as anywhere else', () => {
    const { run } = failedRun(1)
    const [first] = run.conversations
    if (first === undefined) throw new Error('none failed')
    const why = `turn 2: the slice holds another user's message: "${phoneOf(0)}", sk-proj-abcdefghij0123456789abcdefghij`
    const conversation = createConcealer({ custom: [] }).conversation(
      { ...first, cause: { kind: 'service', why } },
      null,
    )
    expect(conversation.cause).toMatchObject({
      kind: 'service',
      why: expect.stringMatching(/^turn 2: the slice holds/),
    })
    expect(conversation.cause?.why).not.toMatch(/555|abcdefghij/)
  })
  it('grows with the failures and not with their square', { tags: 'stress' }, async () => {
    const [few, many] = [await looked(20), await looked(400)]
    expect(few.characters).toBeGreaterThan(20)
    expect(many.characters).toBeLessThan(few.characters * 21)
    expect(many.told).not.toContain('555 010')
    expect(many.told).toContain('user: call +* *** *** ****')
  })
})

it('is what a finding quotes of a private value that a prompt alone holds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-prompt-'))
  const files = {
    'tableread.config.yaml': "workspace: .\nsuites: [s.yaml]\nredact: ['/Kunde \\w+ \\d+/']\n",
    'workspace.yaml': 'workspace: w\nkeys: [local-key]\nagents: [desk.yaml]\n',
    'desk.yaml': `agent: desk\nid: desk\npublished: 1\nversions:
  1:
    prompt: The boss is Kunde Wqrtzk 5830194.
    otherwise: [{ say: It is 5830195 as you see. }]\n`,
    's.yaml': `suite: S\nagent: desk\nlaws: { grounded: on }\nconversations:
  - name: boss
    turns: [{ user: who, expect: { reply: { contains: It } } }]\n`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const bin = resolve(import.meta.dirname, '../bin/tableread.js')
  const out = await new Promise<string>((done) => {
    execFile(process.execPath, [bin, 'run', '--json', 'r.json'], { cwd: folder }, (_, stdout, err) =>
      done(stdout + err),
    )
  })
  const output = out + readFileSync(join(folder, 'r.json'), 'utf8')
  rmSync(folder, { recursive: true })
  expect(output).toContain('says "5830195"')
  expect(output).toMatch(/the nearest is \\?"<private 1>\\?" in the prompt/)
  expect(output).not.toContain('5830194')
})

describe('a signal while reports are written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-signal-'))
  const built = (name: string): string =>
    join(resolve(import.meta.dirname, '../dist/app/cli'), name).replaceAll('\\', '/')
  beforeAll(() => {
    writeFileSync(join(folder, 'result.json'), JSON.stringify(failedRun(2_000).run))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('leaves nothing of a file that is half written when the process ends', async () => {
    const script = `import { readdirSync } from 'node:fs'
      import { writeWholeInTurns } from '${built('../../base/files/write-whole.js')}'
      function* parts() {
        yield 'one'
        console.log(readdirSync('.').length)
        process.exit(3)
      }
      await writeWholeInTurns('half.json', parts())`
    expect(await start(script)).toEqual({ code: 3, out: '2\n' })
    expect(readdirSync(folder)).toEqual(['result.json'])
  })

  function start(script: string): Promise<{ code: number; out: string }> {
    return new Promise((done) => {
      const child = execFile(process.execPath, ['--input-type=module', '-e', script], { cwd: folder }, (_, out) =>
        done({ code: child.exitCode ?? -1, out }),
      )
    })
  }

  /**
   * Writes reports of many failures and gets a signal at the tenth excerpt; `again` runs when the signal is
   * handled.
   */
  function write(again: string): Promise<{ code: number; out: string }> {
    const script = `import { readFileSync } from 'node:fs'
      import { interruptible } from '${built('../edge/process.js')}'
      import { writeReports } from '${built('../reports/write-reports.js')}'
      import { openSinks } from '${built('../edge/sinks.js')}'
      const { signal } = interruptible()
      let asked = 0
      const textOf = () => {
        asked += 1
        if (asked === 10) process.kill(process.pid, 'SIGTERM')
        return 'turns:'
      }
      signal.addEventListener('abort', () => {
        console.log('heard', signal.reason, asked < 2000)
        ${again}
      })
      await writeReports(JSON.parse(readFileSync('result.json', 'utf8')), { junit: 'r.xml', json: 'r.json' }, textOf, openSinks())
      console.log('written', asked)
      process.exit(signal.reason)`
    return start(script)
  }

  it('is heard at once, and they are written whole', { tags: 'stress' }, async () => {
    expect(await write('')).toEqual({ code: 143, out: 'heard 143 true\nwritten 2000\n' })
    expect(readFileSync(join(folder, 'r.xml'), 'utf8').trimEnd().endsWith('</testsuites>')).toBe(true)
    for (const name of ['r.xml', 'r.json']) rmSync(join(folder, name))
  })

  it('ends it the second time, and leaves no piece of a file', { tags: 'stress' }, async () => {
    expect(await write("process.kill(process.pid, 'SIGTERM')")).toEqual({ code: 143, out: 'heard 143 true\n' })
    expect(readdirSync(folder)).toEqual(['r.json', 'result.json'])
    expect(() => JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8'))).not.toThrow()
  })
})
