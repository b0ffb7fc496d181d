import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runBuilt } from './run-built.ts'

const root = resolve(import.meta.dirname, '../..')
const preload = pathToFileURL(join(import.meta.dirname, 'list-modules.mjs')).href

/** How a command ended, and what its process loaded, relative to the repository. */
export interface Ended {
  code: number | null
  output: string
  /** The files that were read. */
  files: string[]
  /** The same, with each bundle in dist/ replaced by the modules bundled into it. */
  modules: string[]
}

/** Runs the built command line in a folder and records every file that it loads. */
export async function runCommand(folder: string, ...args: string[]): Promise<Ended> {
  return runCommandUntil(null, folder, ...args)
}

/**
 * The same for a command that stays: once it prints its `url` as JSON, `done` is called with it, and
 * afterwards the command is asked to end.
 */
export async function runCommandUntil(
  done: ((url: string) => Promise<void>) | null,
  folder: string,
  ...args: string[]
): Promise<Ended> {
  const list = join(folder, 'modules.json')
  const { code, output } = await runBuilt(folder, ['--import', preload], args, { MODULES_TO: list }, done)
  const urls = JSON.parse(readFileSync(list, 'utf8')) as string[]
  const home = `${pathToFileURL(root).href}/`
  const files = urls.map((url) => url.replace(home, ''))
  return { code, output, files, modules: files.flatMap(modulesIn) }
}

/** The modules bundled into a file of the command line, as the comments in the bundle say. */
function modulesIn(file: string): string[] {
  if (!file.startsWith('dist/start/')) return [file]
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/^\/\/ ((?:dist|node_modules)\/.+)$/gm)].map(([, module = '']) => module)
}
