import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { configNames, loadConfig } from './load-config.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

function folderWith(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-config-'))
  folders.push(folder)
  writeFileSync(join(folder, name), '{ "suites": "s" }')
  return folder
}

it.each([
  'tableread.config.json',
  'tableread.config.YAML',
  'Tableread.config.yaml',
  'tableread.config.cjs',
  'tableread.config.toml',
  '.tablereadrc',
  '.tablereadrc.json',
  'tableread-config.yml',
])('%s is refused, since nothing would read it', async (name) => {
  await expect(loadConfig(folderWith(name))).rejects.toThrow(/is not read: a config is called tableread\.config\.yaml/)
})

it.each(['tableread.json', 'tableread.yaml', 'my-tableread.config.txt', 'tableread.configs.yaml'])(
  '%s is no config',
  async (name) => {
    expect((await loadConfig(folderWith(name))).path).toBeNull()
  },
)

it('is found by each of its names', async () => {
  const read = configNames.filter((name) => /\.ya?ml$/.test(name))
  for (const name of read) expect((await loadConfig(folderWith(name))).config.suites).toEqual(['s'])
})
