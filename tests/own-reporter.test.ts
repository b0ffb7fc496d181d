import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runWarm } from './warm/run-warm.ts'

const suite = `suite: S
agent: order-desk
metadata: { first_name: Asha }
conversations:
  - name: says hello
    turns: [{ user: hello, expect: { reply: { contains: order } } }]
`
const mine = `export default ({ headline, cases, gate }) => \`mine: \${headline}, \${cases.length}, \${typeof gate}\\n\`
export const again = () => 'again\\n'
export const silent = () => undefined
export const broken = () => { throw new Error('it has no paper') }
export const gone = () => process.exit(0)
`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-reporter-'))
  writeFileSync(join(folder, 's.yaml'), suite)
  writeFileSync(join(folder, 'mine.mjs'), mine)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const env = { TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off' }
const tableread = (line: string): ReturnType<typeof runWarm> => runWarm(line.split(' '), { folder, env })

describe('a reporter of one’s own', () => {
  it.each([
    ['run s.yaml', 1],
    ['compare s.yaml --repeat 1', 1],
    ['teeth s.yaml', 1],
  ])('is given what %s found, after the report for people', async (line, cases) => {
    const { code, out } = await tableread(`${line} --reporter ./mine.mjs`)
    expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`.\\nmine: .+, ${cases}, object\\n$`))])
  })
  it('may say nothing', async () => {
    const { code, out, err } = await tableread('run s.yaml --reporter ./mine.mjs#silent')
    expect([code, out, err]).toEqual([0, expect.stringContaining('1 passed'), ''])
  })
  it.each([
    ['broken', 'it has no paper'],
    ['gone', ''],
    ['missing', 'missing'],
  ])('that is %s loses no other report, and its run is no success', async (name, why) => {
    const { code, out, err } = await tableread(`run s.yaml --reporter ./mine.mjs#${name} --json ${name}.json`)
    expect([code, out]).toEqual([2, expect.stringContaining('1 passed')])
    expect(err).toContain(`--reporter ./mine.mjs#${name}`)
    expect(err).toContain(why)
    expect(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))).toMatchObject({ totals: { passed: 1 } })
  })
  it('is refused before anything runs where there is no module', async () => {
    const { code, out, err } = await tableread('run s.yaml --reporter ./none.mjs')
    expect([code, out, err]).toEqual([2, '', expect.stringContaining('There is no module ./none.mjs')])
  })
  it.each([
    ['./mine.mjs', '', ['mine: ']],
    ['[./mine.mjs, ./mine.mjs#silent]', '', ['mine: ']],
    ['./mine.mjs', ' --reporter ./mine.mjs#again', ['again\n', 'mine: ']],
    ['./mine.mjs', ' --reporter json', ['mine: ']],
  ])('is named by the config too: %s%s', async (places, flag, texts) => {
    writeFileSync(join(folder, 'own.yaml'), `reporters: ${places}\n`)
    const { code, out } = await tableread(`run s.yaml --config own.yaml${flag}`)
    expect(code).toBe(0)
    expect(out.slice(out.indexOf(texts[0] ?? '')).match(/^(?:mine: |again\n)/gm)).toEqual(texts)
  })
  it.each([
    ['./none.mjs', 'there is no module ./none.mjs'],
    ['mine', '"mine" is no module'],
    ['[]', 'own.yaml:1:12'],
    ['3', 'own.yaml:1:12'],
    ['./mine.mjs#not-one', 'own.yaml:1:12'],
  ])('is refused in the config before anything runs: %s', async (places, why) => {
    writeFileSync(join(folder, 'own.yaml'), `reporters: ${places}\n`)
    const { code, out, err } = await tableread('run s.yaml --config own.yaml')
    expect([code, out]).toEqual([2, ''])
    expect(err.replace(/there/i, 'there')).toContain(why)
  })
})
