import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/**
 * Every real suite of this repository: the demo suites, the suite of steps, the broken ones, and the YAML in
 * the docs.
 */
export function readSources(): string[] {
  const files = [...listed('suites', '.yaml'), 'tests/steps/outreach.yaml', ...listed('tests/bad-input', '.yaml')]
  const pages = ['README.md', ...listed('docs', '.md')]
  const blocks = pages.flatMap((page) =>
    [...read(page).matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text ?? ''),
  )
  return [...files.map(read), ...blocks]
}

function listed(folder: string, ending: string): string[] {
  const names = readdirSync(resolve(root, folder)).sort()
  return names.filter((name) => name.endsWith(ending)).map((name) => `${folder}/${name}`)
}

function read(path: string): string {
  return readFileSync(resolve(root, path), 'utf8')
}
