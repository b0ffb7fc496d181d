import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { nodeFromJson } from '../../suite/yaml/node.ts'
import { readYaml } from '../../suite/yaml/read-yaml.ts'
import type { Reading } from '../../suite/yaml/shape.ts'
import { type Config, configShape } from './config.ts'
import { insistGiven, readGiven } from './given-files.ts'
import { brokenFiles, UsageError } from './usage-error.ts'

const names = [
  'tableread.config.yaml',
  'tableread.config.yml',
  'tableread.config.ts',
  'tableread.config.js',
  'tableread.config.mjs',
]

/** A config and the folder that its relative paths start from. */
export interface LoadedConfig {
  config: Config
  folder: string
}

/**
 * Reads the config: the file given, or the first of the known names in `folder`, or none.
 * @throws UsageError when the file given is missing or a file is broken
 */
export async function loadConfig(folder: string, given?: string): Promise<LoadedConfig> {
  const path =
    given === undefined ? names.map((name) => resolve(folder, name)).find(existsSync) : resolve(folder, given)
  if (path === undefined) return { config: {}, folder }
  if (!existsSync(path))
    throw new UsageError(`there is no config file at ${given}`, 'leave out --config to use defaults')
  const config = /\.ya?ml$/.test(path) ? readConfigText(path) : await importConfig(path)
  return { config, folder: dirname(path) }
}

function readConfigText(path: string): Config {
  const content = readGiven(path)
  const yaml = readYaml(content, path, 'write what belongs into it, or take it away')
  if (!yaml.ok) throw brokenFiles(yaml.problems, () => content)
  return checkConfig({ file: path, problems: [] }, yaml.root, content)
}

async function importConfig(path: string): Promise<Config> {
  insistGiven(path)
  const { createJiti } = await import('jiti')
  const module = await createJiti(import.meta.url).import<{ default?: unknown }>(path)
  return checkConfig({ file: path, problems: [] }, nodeFromJson(module.default), undefined)
}

function checkConfig(
  reading: Reading,
  root: Parameters<typeof configShape.read>[0],
  content: string | undefined,
): Config {
  const config = configShape.read(root, reading)
  if (config === undefined) throw brokenFiles(reading.problems, () => content)
  return config
}
