import { dirname, extname, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const built = extname(import.meta.url) === '.js'
const folder = dirname(fileURLToPath(import.meta.url))
const root = resolve(folder, '../..') + sep

/** The absolute path of a module of this folder, by its name: `.js` in the built package, `.ts` in the repository. */
export function ownFile(name: string): string {
  return resolve(folder, `${name}${built ? '.js' : '.ts'}`)
}

/** Whether a file is Tableread's own code; a person is never sent there by a stack. */
export function isOwn(file: string): boolean {
  return resolve(file).startsWith(root)
}

/** What Vitest leaves to Node to load: the built package, wherever it is linked; sources have to go through Vite. */
export const ownModules: RegExp[] = built ? [new RegExp(root.replace(/[^\w/]/g, '\\$&'))] : []
