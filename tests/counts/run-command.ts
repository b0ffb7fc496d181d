import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '../..')
const preload = pathToFileURL(join(import.meta.dirname, 'list-modules.mjs')).href

/** How a command ended, and what the process loaded, relative to the repository. */
export interface Ended {
  code: number | null
  output: string
  /** The files as they were read. */
  files: string[]
  /** The same with the modules of dist/ in the place of the files that they are bundled into. */
  modules: string[]
}

/** Runs the built command line in a folder and notes every file that it loads. */
export async function runCommand(folder: string, ...args: string[]): Promise<Ended> {
  const list = join(folder, 'modules.json')
  const { NODE_OPTIONS, ...rest } = process.env
  const env = { ...rest, MODULES_TO: list, TABLEREAD_API_KEY: 'stub-key', TABLEREAD_HISTORY: '' }
  const child = spawn(process.execPath, ['--import', preload, join(root, 'bin/tableread.js'), ...args], {
    cwd: folder,
    env,
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  const urls = JSON.parse(readFileSync(list, 'utf8')) as string[]
  const home = `${pathToFileURL(root).href}/`
  const files = urls.map((url) => url.replace(home, ''))
  return { code, output, files, modules: files.flatMap(modulesIn) }
}

/** What is bundled into a file of the command line, as its comments say. */
function modulesIn(file: string): string[] {
  if (!file.startsWith('dist/start/')) return [file]
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/^\/\/ ((?:dist|node_modules)\/.+)$/gm)].map(([, module = '']) => module)
}
