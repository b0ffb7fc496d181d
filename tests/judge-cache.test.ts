import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { voidAnswers } from '../src/engine/judge/void-answers.fixture.ts'
import { runCli } from './hostile/run-cli.ts'
import { type JudgeDouble, openJudgeDouble } from './judge-double.ts'
import { runWarm } from './warm/run-warm.ts'

let folder: string
let double: JudgeDouble
let isWell = true
const cache = (name = ''): string => join(folder, '.tableread/judgements', name)
const putFile = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
/** Twelve conversations that each ask a different question. */
const many = Array.from({ length: 12 }, (_, index) => index)
const suite = `suite: S
agent: desk
conversations:
${many.map((each) => `  - { name: talk ${each}, turns: [{ user: hello ${each}, expect: { judge: is friendly } }] }\n`).join('')}`

beforeAll(async () => {
  const ill = 'unsure' as 'met' // no verdict at all
  double = await openJudgeDouble((_, words) => (isWell ? (words.startsWith('Hello') ? 'met' : 'not met') : ill))
})
afterAll(() => double.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-judge-cache-'))
  double.asked.length = 0
  const say = 'Hello, {message}'
  putFile('shop/workspace.yaml', 'workspace: small\nkeys: [small-key]\nagents: [agents/desk.yaml]\n')
  putFile(
    'shop/agents/desk.yaml',
    `agent: desk\nid: desk\npublished: 1\nversions:\n  1:\n    rules: [{ id: hello, when: /./, do: [{ say: "${say}" }] }]\n`,
  )
  putFile('suites/s.yaml', suite)
  putFile(
    'tableread.config.yaml',
    `models: { small: { use: openai-compatible/m, base url: "${double.url}" } }\njudges: { by: small, unlicensed: count }\nworkspace: shop\nhistory: false\njournal: false\n`,
  )
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const env = { NO_COLOR: '1', CI: '' }
async function run(): Promise<{ code: number | null; asked: number; told: string }> {
  const before = double.asked.length
  const { code, out, err } = await runWarm(['run'], { folder, env })
  return { code, asked: double.asked.length - before, told: out + err }
}

describe('what judges answered, in a folder', () => {
  it('is asked for once, whatever else lies there', async () => {
    expect((await run()).asked).toBe(many.length)
    for (const name of ['notes.txt', 'x.json', '.hidden', `${'0'.repeat(16)}.json.tmp`])
      writeFileSync(cache(name), '{"te')
    mkdirSync(cache('folder.json'))
    expect(await run()).toMatchObject({ code: 0, asked: 0 })
    expect(readFileSync(cache('x.json'), 'utf8')).toBe('{"te')
  })

  eachByTier(2)([
    ['half of it', (text: string) => text.slice(0, text.length / 2)],
    ['nothing', () => ''],
    ['other JSON', () => '[1]'],
    ['null', () => 'null'],
    ['an answer that is no text', () => '{"text":7}'],
    ['no answer', () => '{"none":"budget"}'],
    ['bytes of something else', () => '\u0000\ufffd\u0001PNG'],
    ['two answers', (text: string) => text + text],
  ])('is asked for again where a file holds %s, which is mended', async (_, spoil) => {
    await run()
    const names = readdirSync(cache())
    const sound = new Map(names.map((name) => [name, readFileSync(cache(name), 'utf8')]))
    for (const [name, text] of sound) writeFileSync(cache(name), spoil(text))
    expect(await run()).toMatchObject({ code: 0, asked: many.length })
    for (const [name, text] of sound) expect(readFileSync(cache(name), 'utf8')).toBe(text)
  })

  it('that is void, as an earlier Tableread kept it or somebody changed it, is asked for again and mended', {
    tags: 'stress',
  }, async () => {
    await run()
    const names = readdirSync(cache()).sort()
    const sound = names.map((name) => readFileSync(cache(name), 'utf8'))
    const forged = JSON.stringify({ reason: 'so', quotations: [{ entry: 2, words: 'never said' }], verdict: 'met' })
    const texts = [forged, ...voidAnswers.map(([text]) => text)]
    for (let from = 0; from < texts.length; from += names.length) {
      const some = texts.slice(from, from + names.length)
      for (const [index, text] of some.entries()) writeFileSync(cache(names[index] ?? ''), JSON.stringify({ text }))
      expect(await run()).toMatchObject({ code: 0, asked: some.length })
      expect(names.map((name) => readFileSync(cache(name), 'utf8'))).toEqual(sound)
    }
  })

  it('that is void is not kept, and the judge is asked for it again', async () => {
    isWell = false
    expect(await run()).toMatchObject({ code: 3, asked: many.length })
    isWell = true
    expect(await run()).toMatchObject({ code: 0, asked: many.length })
    expect(await run()).toMatchObject({ code: 0, asked: 0 })
  })

  it('is nothing to fail by where nothing can be written or read there', async () => {
    for (const spoil of [
      () => putFile('.tableread/judgements', 'a file of somebody else'),
      () => putFile('.tableread', 'a file of somebody else'),
    ]) {
      rmSync(join(folder, '.tableread'), { recursive: true, force: true })
      spoil()
      expect(await run()).toMatchObject({ code: 0, asked: many.length })
    }
  })

  it('is shared by processes that run at the same time, and whole afterwards', { tags: 'stress' }, async () => {
    const both = await Promise.all([1, 2, 3].map(() => runCli(['run'], { folder, env })))
    expect(both.map(({ code, err }) => [code, err])).toEqual([1, 2, 3].map(() => [0, '']))
    expect(double.asked.length).toBeLessThanOrEqual(3 * many.length)
    const names = readdirSync(cache())
    expect(names).toHaveLength(many.length)
    for (const name of names)
      expect(JSON.parse(readFileSync(cache(name), 'utf8'))).toEqual({ text: expect.any(String) })
    expect(await run()).toMatchObject({ code: 0, asked: 0 })
  })
})
