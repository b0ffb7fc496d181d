import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { keyVariables } from '../../base/secrets/secret-keys.ts'
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
    ['nowhere, says the flag in the word of the environment', [plain, 'off', 'there.db'], null],
  ])('%s', async (_, args, path) => {
    expect(await historyOf(...args)).toBe(path)
  })
})

it('looks for the suites beside the config that was named', async () => {
  const config = join(folder, 'tableread.config.yaml')
  writeFileSync(config, plain)
  expect((await settle([], { config }, {})).suites).toEqual([join(folder, 'suites')])
  expect((await settle([], {}, {})).suites).toEqual(['suites'])
})

it('names the line of the config that misspells the workspace, or a judge', async () => {
  mkdirSync(join(folder, 'workspace'), { recursive: true })
  await expect(historyOf('concurrency: 2\nworkspace: workspce\n')).rejects.toThrow(
    /config\.yaml:2:12: there is no workspace workspce[\s\S]*workspace\?/,
  )
  await expect(historyOf('judges:\n  by: smal\nmodels: { small: openai/gpt-5-mini }\n')).rejects.toThrow(
    /config\.yaml:2:7: there is no model "smal"[\s\S]*did you mean "small"\?/,
  )
})

describe('how many conversations run at once', () => {
  const settleWith = async (config: string, concurrency?: string) => {
    writeFileSync(join(folder, 'tableread.config.yaml'), config)
    const flags = { config: join(folder, 'tableread.config.yaml') }
    return settle([], concurrency === undefined ? flags : { ...flags, concurrency }, {})
  }
  it.each<[string, [string, string?], object]>([
    ['as the config says', [plain], { concurrency: 2, adaptive: false }],
    ['as the flag says', [plain, '9'], { concurrency: 9, adaptive: false }],
    ['is found out, says the config', ['concurrency: auto\n'], { concurrency: 8, adaptive: true }],
    ['is found out, says the flag', [plain, 'auto'], { concurrency: 8, adaptive: true }],
  ])('%s', async (_, args, expected) => {
    expect(await settleWith(...args)).toMatchObject(expected)
  })
  it('is nothing else', async () => {
    await expect(settleWith(plain, 'many')).rejects.toThrow(
      '--concurrency many is not a whole number from 1 to 99999, or auto',
    )
    await expect(settleWith('concurrency: 0\n')).rejects.toThrow('a whole number of at least 1')
  })
})

describe('a secret that was written where none belongs', () => {
  const secret = 'canary-secret-123'
  const messageOf = async (config: string, flags: object, environment: NodeJS.ProcessEnv): Promise<string> => {
    const file = join(folder, 'tableread.config.yaml')
    writeFileSync(file, config)
    return settle([], { config: file, ...flags }, environment).then(
      () => 'nothing is refused',
      (error: Error) => error.message,
    )
  }

  it.each(['apiKey', 'api key', '"api-key"', 'API_KEY', 'key', 'token', 'x-api-key', 'TABLEREAD_API_KEY', 'password'])(
    'as %s in the config is refused, and not shown',
    async (name) => {
      for (const config of [`${name}: ${secret}\n`, `concurrency: 2\n${name}: "${secret}" # mine\n`]) {
        const message = await messageOf(config, {}, {})
        expect(message).toContain('the config has no key')
        expect(message).toContain('hint: a key does not belong in a file: set TABLEREAD_API_KEY in the environment')
        expect(message).not.toContain(secret)
      }
    },
  )

  it.each([`${secret}\n`, `${secret}\u2026`, `${secret}\0`])(
    'that no request can carry is refused, and not shown',
    async (key) => {
      for (const name of keyVariables) {
        const message = await messageOf(plain, {}, { [name]: key })
        expect(message).toMatch(new RegExp(`^${name} holds .*, which no request can carry`))
        expect(message).not.toContain(secret)
      }
    },
  )

  const addresses = [`http://${secret}@127.0.0.1/`, `http://me:${secret}@127.0.0.1/`, `http://127.0.0.1/?key=${secret}`]
  it.each([
    ...addresses,
    `http://127.0.0.1/#${secret}`,
    `ftp://me:${secret}@host`,
    `http://a b:${secret}@x?y=${secret}`,
  ])('in the address %s is refused, and not shown', async (address) => {
    const cases: [string, object, NodeJS.ProcessEnv][] = [
      [plain, { target: address }, {}],
      [plain, {}, { TABLEREAD_TARGET: address }],
      [plain, {}, { TABLEREAD_WORKFLOW_TARGET: address }],
      [`target: "${address}"\n`, {}, {}],
      [`workflow target: "${address}"\n`, {}, {}],
    ]
    for (const each of cases) {
      const message = await messageOf(...each)
      expect(message).toMatch(/the address of (?:the|a) service/)
      expect(message).not.toContain(secret)
    }
  })
})
