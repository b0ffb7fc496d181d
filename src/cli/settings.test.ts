import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { settle } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function historyOf(config: string, flag?: string | false, environment?: string): Promise<string | null> {
  writeFileSync(join(folder, 'tableread.config.yaml'), config)
  const flags = { config: join(folder, 'tableread.config.yaml'), ...(flag === undefined ? {} : { history: flag }) }
  const { history } = await settle([], flags, environment === undefined ? {} : { TABLEREAD_HISTORY: environment })
  return history
}

const plain = 'concurrency: 2\n'

describe('where the history is kept', () => {
  it.each<[string, Parameters<typeof historyOf>, string | null]>([
    ['beside the config', [plain], join(folder, '.tableread/history.sqlite')],
    ['where the config says', ['history: kept.db\n'], join(folder, 'kept.db')],
    ['nowhere, says the config', ['history: false\n'], null],
    ['where the environment says', ['history: kept.db\n', undefined, 'there.db'], resolve('there.db')],
    ['nowhere, says the environment', [plain, undefined, 'off'], null],
    ['where the flag says', ['history: false\n', 'flag.db', 'off'], resolve('flag.db')],
    ['nowhere, says the flag', [plain, false, 'there.db'], null],
  ])('%s', async (_, given, path) => {
    expect(await historyOf(...given)).toBe(path)
  })
})

describe('how many conversations run at once', () => {
  const settled = async (config: string, concurrency?: string) => {
    writeFileSync(join(folder, 'tableread.config.yaml'), config)
    const flags = { config: join(folder, 'tableread.config.yaml') }
    return settle([], concurrency === undefined ? flags : { ...flags, concurrency }, {})
  }
  it.each<[string, [string, string?], object]>([
    ['as the config says', [plain], { concurrency: 2, adaptive: false }],
    ['as the flag says', [plain, '9'], { concurrency: 9, adaptive: false }],
    ['is found out, says the config', ['concurrency: auto\n'], { concurrency: 8, adaptive: true }],
    ['is found out, says the flag', [plain, 'auto'], { concurrency: 8, adaptive: true }],
  ])('%s', async (_, given, expected) => {
    expect(await settled(...given)).toMatchObject(expected)
  })
  it('is nothing else', async () => {
    await expect(settled(plain, 'many')).rejects.toThrow(
      '--concurrency many is not a whole number of at least 1, or auto',
    )
    await expect(settled('concurrency: 0\n')).rejects.toThrow('a whole number of at least 1')
  })
})
