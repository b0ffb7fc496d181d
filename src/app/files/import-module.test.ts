import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { importModule } from './import-module.ts'

let folder = ''
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['follow the paths of tsconfig.json', '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }', "'@/lib'"],
  ['are read beside one that cannot be read', '{ "extends": "./nowhere.json" }', "'./src/lib.ts'"],
])('imports of a module %s', async (_, tsconfig, from) => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-module-'))
  const files = {
    'tsconfig.json': tsconfig,
    'src/lib.ts': "export const name: string = 'desk'\n",
    'tableread.config.ts': `import { name } from ${from}\nexport default { name }\n`,
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const node = await importModule(join(folder, 'tableread.config.ts'), { what: 'a config', example: '{}' })
  expect(node).toMatchObject({ kind: 'map', entries: [{ key: 'name', value: { value: 'desk' } }] })
})
