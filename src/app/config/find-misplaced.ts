import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { readText, walkFiles } from '../../base/files/files.ts'
import { isMisspelt } from '../../base/text/suggest.ts'
import { readYaml } from '../../suite/yaml/read-yaml.ts'
import { configShape } from './config.ts'

/**
 * What people mean as a config, and nobody reads: misspelt, with another ending, in a folder of configs, or in
 * package.json. Its guardrails would not hold, without a word. `name` is the config that is read, if there is one.
 */
export function findMisplaced(folder: string, name: string | undefined): { file: string; hint: string } | undefined {
  if (!existsSync(folder)) return undefined
  const files = walkFiles(folder, (below, path) => /^\.?config$/.test(below) && dirname(path) === resolve(folder), {
    skipsUnreadable: true,
  })
  const file = files.find(
    (each) => each.toLowerCase() !== name?.toLowerCase() && isLikeConfig(basename(each), resolve(folder, each)),
  )
  if (file !== undefined) {
    const mend = file === basename(file) ? 'rename it' : 'move it to this folder, or name it with --config'
    return { file, hint: `${mend}${/\.json$/i.test(file) ? ' (JSON is YAML, too)' : ''}` }
  }
  const inPackage = files.includes('package.json') && keysIn(resolve(folder, 'package.json')).includes('tableread')
  return inPackage ? { file: 'tableread in package.json', hint: 'move it to a file of that name' } : undefined
}

/** By its name; one that others may have too, such as `tableread.yaml`, also by what it says. */
function isLikeConfig(name: string, path: string): boolean {
  const [, stem = '', ending = 'yaml'] = /^\.?(.+?)(?:\.(ya?ml|json[5c]?|toml|[cm]?[jt]s))?$/i.exec(name) ?? []
  const words = stem.toLowerCase().replaceAll('.', '-')
  if (words === 'tableread-config' || words === 'tableread') return words !== 'tableread' || saysConfig(path, ending)
  return ['tableread-config', 'tableread-rc'].some((each) => isMisspelt(words, each))
}

function saysConfig(path: string, ending: string): boolean {
  if (/toml/i.test(ending)) return true
  const keys = /ya?ml|json$/i.test(ending) ? keysIn(path) : []
  const { properties } = configShape.schema(new Map()) as { properties?: object }
  return (
    !keys.includes('suite') &&
    !keys.includes('schemaVersion') &&
    keys.some((each) => Object.hasOwn(properties ?? {}, each))
  )
}

function keysIn(path: string): string[] {
  const yaml = readYaml(readText(path), path)
  return yaml.ok && yaml.root.kind === 'map' ? yaml.root.entries.map(({ key }) => key) : []
}
