import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

it('docs/contract.md shows the example that runs beside this file, from the entry that the package has', () => {
  const source = readFileSync(resolve(import.meta.dirname, 'contract-example.test.ts'), 'utf8')
  const page = readFileSync(resolve(root, 'docs/contract.md'), 'utf8')
  expect(page).toContain(`\`\`\`ts\n${source.replace("'./contract.ts'", "'tableread/contract'")}\`\`\``)
  const { exports } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { exports: object }
  expect(exports).toMatchObject({
    './contract': { types: './dist/app/vitest/contract.d.ts', default: './dist/app/vitest/contract.js' },
  })
})
