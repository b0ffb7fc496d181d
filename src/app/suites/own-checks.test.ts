import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseScript } from '../../suite/language/script/parse.ts'
import { planScript } from '../../suite/plan/plan.ts'
import { openChecks, unknownChecks } from './own-checks.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-checks-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeAll(() => {
  writeFileSync(
    join(folder, 'checks.mjs'),
    `export const yes = () => true
export const no = async () => false
export const why = ({ reply }) => ({ pass: false, message: 'not ' + reply })
export const quiet = ({ calls }) => calls.length === 0
export const allQuiet = ({ turns }) => turns.every(({ calls }) => calls.length === 0)
export const nothing = () => undefined
export const swallowed = (turn) => { try { return turn.calls.length === 0 } catch { return true } }
export const inEntries = ({ entries }) => !entries.some(({ type }) => type === 'function_call')
export const inJson = (turn) => !JSON.stringify(turn).includes('refund')
export const inJsonCaught = (turn) => { try { return !JSON.stringify(turn).includes('refund') } catch { return true } }
export const spread = (turn) => { try { return ({ ...turn }).calls === undefined } catch { return true } }
export const aware = ({ entries, unseen }) => unseen !== null || entries.length === 0
export const inSession = ({ session }) => session.transcript.length === 0
export const text = () => 'true'
export const thrown = () => { throw new Error('boom') }
export const leaves = () => process.exit(3)
export const hangs = () => { for (;;); }
export const forgets = () => { Promise.reject(new Error('rude')); return true }
export const forgetsLong = () => { setTimeout(() => { throw new Error('rude') }, 50); return true }
export default () => true
`,
  )
  writeFileSync(join(folder, 'checks.cjs'), 'exports.yes = () => true\n')
  writeFileSync(join(folder, 'checks.ts'), 'export const yes = (given: object): boolean => given !== null\n')
})

const settings = { folder, checks: { polite: { path: './checks.mjs#yes', from: folder } } }
const at = { line: 1, column: 1, length: 1 }
const input = { turns: [], session: null, reply: 'rude' }

async function run(check: string): Promise<unknown> {
  const checks = openChecks(settings)
  try {
    return await checks.run({ check, file: 'suite.yaml', at }, input)
  } catch (error) {
    return (error as Error).message
  } finally {
    checks.close()
  }
}

describe('a check of one’s own', () => {
  it.each([
    ['./checks.mjs#yes', true],
    ['./checks.mjs', true],
    ['./checks.cjs#yes', true],
    ['./checks.ts#yes', true],
    ['polite', true],
    ['./checks.mjs#no', false],
    ['./checks.mjs#why', { pass: false, message: 'not rude' }],
    ['./checks.mjs#nothing', null],
    ['./checks.mjs#text', 'true'],
    ['./checks.mjs#thrown', expect.stringMatching(/^Error: boom \(.*checks\.mjs:\d+:\d+\)$/)],
    ['./checks.mjs#leaves', expect.stringMatching(/exit code 3|process\.exit/)],
    ['./checks.mjs#forgets', expect.stringMatching(/threw what nobody caught: Error: rude/)],
    ['./checks.mjs#yess', expect.stringMatching(/no function called yess.*did you mean .*#yes/)],
    ['./none.mjs#yes', expect.stringMatching(/there is no module/)],
    ['rude', expect.stringMatching(/the config names no check "rude"/)],
  ])('%s', async (check, answer) => {
    expect(await run(check)).toEqual(answer)
  })

  it.each([
    ['./checks.mjs#quiet', 'null', true],
    ['./checks.mjs#quiet', '"nobody sees them"', 'nobody sees them'],
    ['./checks.mjs#allQuiet', 'null', true],
    ['./checks.mjs#allQuiet', '"nobody sees them"', 'nobody sees them'],
    ['./checks.mjs#yes', '"nobody sees them"', true],
    ...['swallowed', 'inEntries', 'inJson', 'inJsonCaught', 'inSession'].flatMap((name) => [
      [`./checks.mjs#${name}`, 'null', true],
      [`./checks.mjs#${name}`, '"nobody sees them"', 'nobody sees them'],
    ]),
    ['./checks.mjs#spread', '"nobody sees them"', 'nobody sees them'],
    ['./checks.mjs#aware', '"nobody sees them"', true],
  ] as [string, string, true | string][])('%s where calls are unseen: %s', async (check, unseen, answer) => {
    const turn = { reply: 'rude', calls: [], entries: [], unseen: JSON.parse(unseen) as string | null }
    const checks = openChecks(settings)
    const told = /#(allQuiet|inSession)$/.test(check) ? { turns: [turn], session: { transcript: [] } } : turn
    const asked = checks.run({ check, file: 'suite.yaml', at }, told as unknown as Parameters<typeof checks.run>[1])
    expect(await asked.catch((error: Error) => error.message)).toEqual(
      typeof answer === 'string' ? expect.stringContaining(answer) : answer,
    )
    checks.close()
  })

  it('is told of what it did not wait for, once it has passed', async () => {
    let hear: (message: string) => void
    const unawaited = new Promise<string>((resolve) => (hear = resolve))
    const checks = openChecks(settings, (message) => hear(message))
    expect(await checks.run({ check: './checks.mjs#forgetsLong', file: 'suite.yaml', at }, input)).toBe(true)
    expect(await unawaited).toMatch(/^the thread of the checks ended: .*Error: rude.*; await every promise there$/)
    checks.close()
  })

  it('is given up where it takes too long', { tags: 'slow' }, async () => {
    expect(await run('./checks.mjs#hangs')).toMatch(/no answer within 10 s|held its thread/)
  })

  it('is refused before anything is sent where nothing is there', () => {
    const text =
      'suite: S\nagent: a\nconversations:\n  - name: n\n    turns:\n      - { user: hi, expect: { check: [polit, ./none.ts#x] } }\n'
    const parsed = parseScript(text, 'suite.yaml', () => null)
    if (!parsed.ok) throw new Error(parsed.problems[0]?.message)
    const defaults = { versions: ['default'], versionsGiven: false, timeLimitMs: 1_000, stopAfterFailure: true }
    const problems = unknownChecks(planScript(parsed.script, defaults), settings)
    expect(problems.map(({ message, hint }) => `${message}: ${hint}`)).toEqual([
      'the config names no check "polit": did you mean "polite"?',
      'there is no module ./none.ts: the path counts from the file that names it',
    ])
  })
})
