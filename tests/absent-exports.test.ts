import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runWarm } from './warm/run-warm.ts'

const here = mkdtempSync(join(tmpdir(), 'tableread-exports-'))
afterAll(() => rmSync(here, { recursive: true }))

const files = {
  'workspace.yaml': 'workspace: w\nkeys: [k]\nagents: [desk.yaml]\nstate: ./desk.mjs#stat\n',
  'desk.yaml': `agent: desk
id: desk
published: 1
versions:
  1:
    module: ./desk.mjs#dsk
    tools:
      look: { module: ./desk.mjs#lok }
      find: { module: ./desk.mjs }
      list: { module: ./list.mjs }
  2: { module: ./desk.mjs#desk }
draft: { based on: 1 }
`,
  'desk.mjs': `import { writeFileSync } from 'node:fs'
export async function* desk() { writeFileSync(${JSON.stringify(join(here, 'asked'))}, ''); yield 'Hello' }
export const look = () => 1
export const state = () => ({})
`,
  'list.mjs': 'export const list = () => []\nexport default { list: 1 }\n',
  'checks.mjs': 'export const isPolite = () => true\n',
  'suites/desk.yaml': `suite: Desk
agent: desk
conversations:
  - name: greets
    turns:
      - { user: Hi, expect: { reply: Hello } }
      - { user: Hi again, expect: { check: ../checks.mjs#isPolit } }
`,
}
for (const [name, text] of Object.entries(files)) {
  mkdirSync(join(here, name, '..'), { recursive: true })
  writeFileSync(join(here, name), text)
}

const suites = ['suites', '--workspace', '.']

describe('an export that is not there', () => {
  it.each([
    ['run', ...suites],
    ['lint', ...suites],
    ['compare', 'default', 'draft', ...suites],
    ['vary', ...suites],
    ['teeth', ...suites],
    ['snapshots', ...suites],
    ['bisect', ...suites, '--good', '1', '--bad', '2'],
  ])('is named where files name it, before anything is sent: %s', async (...args) => {
    const { code, out, err } = await runWarm(args, { folder: here, env: { NO_COLOR: '1' } })
    const text = `${err}${out}`
    expect([code, text]).toEqual([
      2,
      expect.stringMatching(
        /desk\.yaml:6:13: desk\.mjs has no function called dsk;.*desk\.mjs#desk\?.*\n.*\n.*6 \|.*\n +\| +\^{14}/,
      ),
    ])
    expect(text).toMatch(/desk\.yaml:8:23: desk\.mjs has no function called lok; did you mean desk\.mjs#look\?/)
    expect(text).toMatch(/desk\.yaml:9:23: desk\.mjs has no function called default; its functions are desk,/)
    expect(text).toMatch(/desk\.yaml:10:23: list\.mjs has no function called default: default is an object; its/)
    expect(text).toMatch(/workspace\.yaml:4:8: desk\.mjs has no function called stat; did you mean desk\.mjs#state\?/)
    expect(text).toMatch(
      /suites\/desk\.yaml:7:\d+: checks\.mjs has no function called isPolit; did you mean .*#isPolite\?/,
    )
    expect(existsSync(join(here, 'asked'))).toBe(false)
  })

  it('of a version that is not asked for is left to lint', async () => {
    const { code, err, out } = await runWarm(['run', ...suites, '-v', '2'], { folder: here, env: { NO_COLOR: '1' } })
    expect([code, `${err}${out}`]).toEqual([2, expect.not.stringContaining('desk.yaml:6:')])
  })
})
