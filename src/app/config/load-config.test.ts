import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { configNames, loadConfig } from './load-config.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-config-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const says = '{ "suites": "s" }'
const misplaced = [
  'tableread.config.json',
  'tableread.config.YAML',
  'Tableread.config.yaml',
  'tableread.config.cjs',
  'tableread.config.toml',
  '.tablereadrc',
  '.tablereadrc.json',
  'tableread-config.yml',
  'tablered.config.yaml',
  'table-read.config.yaml',
  'tableread.confg.yaml',
  '.tableread.config.yaml',
  'tableread.yaml',
  '.tableread.yaml',
  'tableread.yml',
  'tableread.json',
  '.config/tableread.config.yaml',
  '.config/tableread.yaml',
  'config/tableread.config.ts',
]

it.each(misplaced)('%s is refused, since nothing would read it', async (name) => {
  await expect(loadConfig(folderWith({ [name]: says }))).rejects.toThrow(
    `${name} is not read: a config is called tableread.config.yaml`,
  )
})

it.each(misplaced.filter((name) => !/config\.yaml$/i.test(name) || name.includes('/')))(
  '%s is warned of beside a config, since that alone is read',
  async (name) => {
    const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { config } = await loadConfig(folderWith({ [name]: says, 'tableread.config.yaml': says }))
    const text = errors.mock.calls.join('')
    errors.mockRestore()
    expect([config.suites, text]).toEqual([['s'], expect.stringContaining(`${name} is not read: a config is called`)])
  },
)

it('is no member of package.json', async () => {
  const folder = folderWith({ 'package.json': '{ "name": "shop", "tableread": { "suites": "s" } }' })
  await expect(loadConfig(folder)).rejects.toThrow('tableread in package.json is not read: a config is called')
})

it.each([
  ['tableread.json', '{ "schemaVersion": 1, "versions": [] }'],
  ['tableread.yaml', 'suite: S\nagent: desk\n'],
  ['tableread.yaml', 'services: { web: {} }'],
  ['my-tableread.config.txt', says],
  ['my-tableread.config.yaml', says],
  ['tableread.suite.yaml', says],
  ['package.json', '{ "devDependencies": { "tableread": "1" } }'],
  ['config/below/tableread.config.yaml', says],
])('%s is no config where it says %s', async (name, text) => {
  expect((await loadConfig(folderWith({ [name]: text }))).path).toBeNull()
})

it('is found by each of its names', async () => {
  const read = configNames.filter((name) => /\.ya?ml$/.test(name))
  for (const name of read) expect((await loadConfig(folderWith({ [name]: says }))).config.suites).toEqual(['s'])
})
