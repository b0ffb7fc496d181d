import { existsSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { nearHint } from '../../base/files/near-path.ts'
import { textsIn } from '../../base/json/walk-json.ts'
import { starAlso } from '../../base/privacy/stars.ts'
import { hideVariablesIn } from '../../base/secrets/environment.ts'
import type { Reading } from '../../suite/yaml/shape.ts'
import { warn } from '../edge/print.ts'
import { brokenFiles, UsageError } from '../edge/usage-error.ts'
import { readGivenYaml } from '../files/given-yaml.ts'
import { findersOf } from './concealer.ts'
import { type Config, configShape } from './config.ts'
import { findMisplaced } from './find-misplaced.ts'

/** The names of config files, in lookup order. */
export const configNames: readonly string[] = [
  'tableread.config.yaml',
  'tableread.config.yml',
  'tableread.config.ts',
  'tableread.config.js',
  'tableread.config.mjs',
]

/** The suites of rules without exceptions, beside the config: no comparison plays them. */
export const neverFile = 'never.yaml'

export interface LoadedConfig {
  config: Config
  folder: string
  /** The file; null if there is none. */
  path: string | null
}

/** The given file, or that of a known name in `folder`, or none. @throws UsageError if missing, broken, or two */
export async function loadConfig(folder: string, configPath?: string): Promise<LoadedConfig> {
  const there = configPath === undefined ? configNames.filter((name) => existsSync(resolve(folder, name))) : []
  if (there.length > 1)
    throw new UsageError(
      `there are two configs, ${there.join(' and ')}, and one would not be looked at`,
      'keep one of them, or name it with --config',
    )
  const name = configPath ?? there[0]
  const misplaced = configPath === undefined ? findMisplaced(folder, name) : undefined
  if (misplaced !== undefined) {
    const message = `${misplaced.file} is not read: a config is called ${name ?? 'tableread.config.yaml'}`
    if (name === undefined) throw new UsageError(message, `${misplaced.hint}, so that what it says holds`)
    warn(`${message}, so ${misplaced.hint}`)
  }
  if (name === undefined) return { config: {}, folder, path: null }
  const path = resolve(folder, name)
  const missing = { message: `there is no config file at ${configPath}`, hint: 'leave it out to use the defaults' }
  if (!existsSync(path)) throw new UsageError(missing.message, nearHint(path) ?? missing.hint)
  const config = /\.ya?ml$/i.test(path) ? readConfig(path, missing) : await importConfig(path)
  const missingModule = config.reporters?.find(
    (place) => !existsSync(resolve(dirname(path), place.replace(/#.*$/, ''))),
  )
  if (missingModule !== undefined)
    throw new UsageError(
      `${relative(folder, path)}: there is no module ${missingModule}`,
      'reporters: counts from the config',
    )
  starAlso(findersOf(config.redact ?? []))
  hideVariablesIn(textsIn(config).join('\n'))
  return { config, folder: dirname(path), path }
}

/** Nearer configs do not hold: warns of those in the suites' folders and above, up to a repository's. */
export function warnOfOtherConfigs(suites: readonly string[], here: string, path: string | null): void {
  const others = new Set(suites.map((suite) => nearestConfig(resolve(here, suite.replace(/:\d+$/, '')))))
  for (const other of suites.length === 0 ? [nearestConfig(here)] : others) {
    if (other === null || other === path) continue
    const shortPath = relative(here, other)
    warn(
      `${shortPath} is not read, so its workspace, guardrails and reviews do not hold: run in its folder, or add --config ${shortPath}`,
    )
  }
}

function nearestConfig(from: string): string | null {
  const name = configNames.find((each) => existsSync(resolve(from, each)))
  if (name !== undefined) return resolve(from, name)
  const above = dirname(from)
  const isOwn = existsSync(resolve(from, '.git')) || basename(above) === 'node_modules' // a package is no part of the project
  return isOwn || above === from ? null : nearestConfig(above)
}

function readConfig(path: string, missing: { message: string; hint: string }): Config {
  const file = readGivenYaml(path, configShape, { missing })
  file.insistSound()
  return file.value ?? {}
}

async function importConfig(path: string): Promise<Config> {
  const { importModule } = await import('../files/import-module.ts')
  const node = await importModule(path, { what: 'a config', example: "{ suites: ['suites'] }" })
  const reading: Reading = { file: path, problems: [] }
  const config = configShape.read(node, reading)
  if (config === undefined) throw brokenFiles(reading.problems, () => undefined)
  return config
}
