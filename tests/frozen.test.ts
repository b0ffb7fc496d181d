import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands, dataOf, withoutChance } from './frozen/commands.ts'
import { type JudgeDouble, openJudgeDouble } from './judge-double.ts'
import { runWarm } from './warm/run-warm.ts'

const goldens = join(import.meta.dirname, 'frozen/goldens')

/**
 * What every verb prints and writes over one project that shows everything: each verdict and cause, texts that would
 * forge lines, private ones, other alphabets, two versions, repeats, judges, simulated users. Whoever changes reports sees here what changed.
 * `UPDATE_GOLDENS=1` writes them anew: read the difference.
 */
describe('what every verb prints and writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-frozen-'))
  let judge: JudgeDouble | undefined
  beforeAll(async () => {
    cpSync(join(import.meta.dirname, 'frozen/project'), folder, { recursive: true })
    judge = await openJudgeDouble((_, words) => (words.startsWith('Hello') ? 'met' : 'not met'))
    const model = `{ use: openai-compatible/m, base url: '${judge.url}' }`
    const configured = (more: string): string =>
      `models: { small: ${model} }\njudges: { by: small, cache: false${more} }\n`
    writeFileSync(join(folder, 'judges.yaml'), configured(''))
    writeFileSync(join(folder, 'counting.yaml'), configured(', unlicensed: count'))
  })
  afterAll(async () => {
    await judge?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.sequential.each(Object.entries(commands))(
    '%s',
    { tags: 'slow' },
    async (name, { args, code, files = [], env = {} }) => {
      const ran = await runWarm(args, {
        folder,
        env: {
          TABLEREAD_HISTORY: 'off',
          TABLEREAD_JOURNAL: 'off',
          TABLEREAD_ANNOTATIONS: 'off',
          CI: undefined,
          ...env,
        },
      })
      const parts = [
        ['exit code', String(ran.code)],
        ['standard output', ran.out],
        ['standard error', ran.err],
      ]
      for (const file of files)
        parts.push([
          file,
          existsSync(join(folder, file)) ? dataOf(file, readFileSync(join(folder, file), 'utf8')) : 'not written',
        ])
      expect(ran.code, ran.err).toBe(code)
      const text = parts.map(([what, content]) => `=== ${what}\n${withoutChance(content ?? '', folder)}\n`).join('')
      const golden = join(goldens, `${name}.out`)
      if (process.env.UPDATE_GOLDENS === '1') writeFileSync(golden, text)
      expect(text).toBe(readFileSync(golden, 'utf8'))
    },
  )

  it('has no golden of a command that is gone', () => {
    expect(readdirSync(goldens).sort()).toEqual(
      Object.keys(commands)
        .map((name) => `${name}.out`)
        .sort(),
    )
  })
})
