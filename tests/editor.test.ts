import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packagedSchema } from '../src/app/files/packaged-schemas.ts'
import { withNames } from '../src/app/target/editor-schemas.ts'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { type Editor, openEditor } from './editor/language-server.ts'

const root = resolve(import.meta.dirname, '..')
let editor: Editor
beforeAll(async () => {
  editor = await openEditor(pathToFileURL(resolve(root, 'schema/suite.json')).href)
})
afterAll(() => editor.close())

const head = 'suite: S\nagent: desk\nconversations:\n  - name: one\n    turns:\n      - user: hi\n'

describe('an editor with the public YAML language server and our schema', () => {
  it.each(['suites/order-desk.yaml', 'suites/airline-desk.yaml', 'tests/steps/outreach.yaml'])(
    'shows no problem in %s',
    async (path) => {
      expect(await editor.diagnostics(readFileSync(resolve(root, path), 'utf8'), resolve(root, path))).toEqual([])
    },
  )
  it('shows a key that does not belong, on its line', async () => {
    const [problem] = await editor.diagnostics(`${head}        expects: { reply: x }\n`)
    expect(problem).toMatchObject({ line: 7, message: expect.stringContaining('expects') })
  })
  it('shows a value that cannot be', async () => {
    expect(
      (await editor.diagnostics(`${head}        expect: { calls: [{ look: { phase: later } }] }\n`)).length,
    ).toBeGreaterThan(0)
  })
  it('offers the keys of a suite, of a turn and of an expectation', async () => {
    expect(await editor.completions('suite: S\n|')).toEqual(
      expect.arrayContaining(['agent', 'conversations', 'every turn', 'metadata']),
    )
    expect(await editor.completions(`${head}        |`)).toEqual(
      expect.arrayContaining(['expect', 'capture', 'requires', 'context']),
    )
    expect(await editor.completions(`${head}        expect:\n          |`)).toEqual(
      expect.arrayContaining(['reply', 'calls', 'latency', 'error', 'outbox']),
    )
  })
  it('offers the words that a key takes', async () => {
    expect(
      await editor.completions(
        `${head}        expect:\n          calls:\n            - lookup:\n                phase: |`,
      ),
    ).toEqual(expect.arrayContaining(['pre', 'during', 'post']))
  })
  it('says what a key is for', async () => {
    expect(await editor.hover(`${head}        con|text: be brief\n`)).toContain('Instructions for this reply only')
    expect(await editor.hover('suite: S\nme|tadata: { a: 1 }\n')).toContain("in the agent's prompts")
  })
  it('shows an example of a key', async () => {
    const hover = await editor.hover(`${head}        con|text: be brief\n`)
    expect(hover).toMatch(/```yaml\ncontext: .+\n```/)
  })
})

describe('an editor with the schema of a project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-editor-'))
  const names = {
    agents: ['order-desk', 'airline'],
    versions: ['default', 'draft'],
    tools: ['issue_refund', 'lookup'],
  }
  let own: Editor
  beforeAll(async () => {
    const file = join(folder, 'suite.json')
    writeFileSync(file, JSON.stringify(withNames(JSON.parse(packagedSchema('suite')), names)))
    own = await openEditor(pathToFileURL(file).href)
  })
  afterAll(() => {
    own.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each([
    ['agents', 'suite: S\nagent: |\n', names.agents],
    ['versions', 'suite: S\nagent version: |\n', names.versions],
    ['tools in a list', `${head}        expect:\n          calls:\n            - |`, names.tools],
    [
      'tools with details',
      `${head}        expect:\n          calls:\n            exactly:\n              - |`,
      names.tools,
    ],
    ['tools behind a claim', 'suite: S\nclaims:\n  /refunded/: |', names.tools],
    [
      'tools before a call',
      `${head}        expect:\n          calls:\n            - lookup:\n                before: |`,
      names.tools,
    ],
  ])('offers its %s', async (_, text, offered) => {
    expect(await own.completions(text)).toEqual(expect.arrayContaining(offered))
  })
  it('takes names that it does not know yet', async () => {
    expect(await own.diagnostics(`${head}        expect: { calls: [later_tool, { other: { times: 1 } }] }\n`)).toEqual(
      [],
    )
  })
})

describe('an editor with the schemas of other files', () => {
  eachByTier(1)([
    ['config', 'gate:\n  |', ['hard breaks', 'pass rate'], 'max tu|rns: 20\n', 'turn budget'],
    ['workspace', 'workspace: W\nkeys: [k]\nmcp servers:\n  a:\n    |', ['command', 'url'], 'ke|ys: [k]\n', 'API keys'],
    [
      'agent',
      'agent: a\nid: b\nversions:\n  1:\n    |',
      ['rules', 'prompt', 'webhook'],
      'publ|ished: 1\n',
      'default means',
    ],
    ['quarantine', '- |\n', ['suite', 'conversation', 'reason'], '- unt|il: 2026-05-04\n', 'YYYY-MM-DD'],
    ['include', 'variables: { a: 1 }\nm|\n', ['metadata'], 'meta|data: { a: 1 }\n', 'prompts'],
    ['labels', 'labels: x\nexamples:\n  - |\n', ['verdict', 'turns'], 'crit|erion: x\n', 'worded exactly'],
  ] as const)('completes and explains: %s', async (kind, unfinished, offered, pointed, text) => {
    const other = await openEditor(pathToFileURL(resolve(root, `schema/${kind}.json`)).href)
    try {
      expect(await other.completions(unfinished)).toEqual(expect.arrayContaining([...offered]))
      expect(await other.hover(pointed)).toContain(text)
    } finally {
      other.close()
    }
  })
})
