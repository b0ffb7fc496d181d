import { readFileSync } from 'node:fs'
import { packageFolder } from '../../base/package-folder.ts'

export function tablereadVersion(): string {
  const text = readFileSync(new URL('package.json', packageFolder), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
