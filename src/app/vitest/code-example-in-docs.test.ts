import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const entries: Record<string, string> = {
  '../../suite/builder/index.ts': 'tableread/code',
  '../../index.ts': 'tableread',
  '../../service/index.ts': 'tableread/service',
  './index.ts': 'tableread/vitest',
}

it('docs/code.md shows the example that runs beside this file', () => {
  const source = readFileSync(resolve(import.meta.dirname, 'code-example.test.ts'), 'utf8')
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/code.md'), 'utf8')
  const example = source.replace(/from '(\.[^']+)'/g, (_, path: string) => `from '${entries[path]}'`)
  expect(page).toContain(`\`\`\`ts\n${example}\`\`\``)
})
