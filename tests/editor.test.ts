import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
})
