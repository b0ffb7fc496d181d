import { readFileSync } from 'node:fs'
import { packageFolder } from '../../base/package-folder.ts'
import { type ResultKind, resultKinds } from '../../records/schema/result-kinds.ts'

/** The files that people write, with the glob that finds them in a project. */
export const writtenKinds = {
  suite: 'suites/**/*.yaml',
  config: 'tableread.config.yaml',
  workspace: '**/workspace.yaml',
  agent: '**/agents/*.yaml',
  include: 'includes/**/*.yaml',
  quarantine: 'quarantine.yaml',
  labels: '**/*.labels.yaml',
  attacks: 'attacks/**/*.yaml',
} as const
export type WrittenKind = keyof typeof writtenKinds
export type SchemaKind = WrittenKind | 'result' | Exclude<ResultKind, 'run'> | 'message' | 'openapi'

/** The documents for which the package has a JSON Schema: files that people write, results, messages, and the interface. */
export const schemaKinds: readonly SchemaKind[] = [
  ...(Object.keys(writtenKinds) as WrittenKind[]),
  ...resultKinds.map((kind) => (kind === 'run' ? 'result' : kind)),
  'message',
  'openapi',
]

export function packagedSchema(kind: SchemaKind): string {
  return readFileSync(new URL(`schema/${kind}.json`, packageFolder), 'utf8')
}
