import { isAbsolute, join, resolve } from 'node:path'
import type { JsonObject } from '../../../base/json/json.ts'
import { didYouMean } from '../../../base/text/suggest.ts'
import { count } from '../../../base/text/wording.ts'
import { settle } from '../../config/settings.ts'
import { print } from '../../edge/print.ts'
import { UsageError } from '../../edge/usage-error.ts'
import { writeGiven } from '../../files/given-files.ts'
import {
  packagedSchema,
  type SchemaKind,
  schemaKinds,
  type WrittenKind,
  writtenKinds,
} from '../../files/packaged-schemas.ts'
import type { SchemaFlags } from '../../flags/verb-flags.ts'
import { projectNames, withNames } from '../../target/editor-schemas.ts'

const usualFolder = '.tableread/schema'

/** With `--for-editor` the schemas of all files that people write, with this project's names. @throws UsageError */
export async function schema(kind: string | undefined, { forEditor, config, ...flags }: SchemaFlags): Promise<number> {
  const kinds = [...(kind === undefined ? [] : [kindOf(kind)]), ...(Object.keys(flags) as SchemaKind[])]
  if (kinds.length > 1 || (forEditor !== undefined && kinds.length > 0))
    throw new UsageError(
      'one schema is printed at a time',
      forEditor === undefined ? `write tableread schema ${kinds[0]}` : '--for-editor takes no document name',
    )
  if (forEditor !== undefined) return writeForEditor(forEditor === true ? usualFolder : forEditor, config)
  if (config !== undefined) throw new UsageError('only --for-editor reads a config', 'leave out --config')
  print(packagedSchema(kinds[0] ?? 'suite'))
  return 0
}

function kindOf(word: string): SchemaKind {
  const match = schemaKinds.find((each) => each === word)
  if (match !== undefined) return match
  const hint = didYouMean(word, schemaKinds, String) ?? `write one of ${schemaKinds.join(', ')}`
  throw new UsageError(`there is no schema of "${word}"`, hint)
}

async function writeForEditor(folder: string, config: string | undefined): Promise<number> {
  const settings = await settle([], config === undefined ? {} : { config }, process.env)
  const names = await projectNames(settings)
  const kinds = Object.keys(writtenKinds) as WrittenKind[]
  for (const kind of kinds) {
    const whole = JSON.parse(packagedSchema(kind)) as JsonObject
    const text = `${JSON.stringify(names === null ? whole : withNames(whole, names), null, 2)}\n`
    writeGiven(resolve(settings.folder, folder, `${kind}.json`), text)
  }
  const nameNote =
    names === null
      ? 'without names: the service was not asked (TABLEREAD_API_KEY), or did not answer'
      : `with ${count(names.agents.length, 'agent')}, ${count(names.tools.length, 'tool')} and the versions ${names.versions.join(', ')}`
  print(`wrote ${join(folder, `{${kinds.join(',')}}.json`)} ${nameNote}\n${describeUse(folder, kinds)}`)
  return 0
}

function describeUse(folder: string, kinds: readonly WrittenKind[]): string {
  const at = isAbsolute(folder) ? folder : `./${folder.replace(/^\.\//, '')}`
  const schemas = Object.fromEntries(kinds.map((kind) => [`${at}/${kind}.json`, writtenKinds[kind]]))
  return `
VS Code with the YAML extension finds them by .vscode/settings.json:

${JSON.stringify({ 'yaml.schemas': schemas }, null, 2)}

Any editor with yaml-language-server finds that of a suite by a line at its top:

# yaml-language-server: $schema=../${folder.replace(/^\.\//, '')}/suite.json
`
}
