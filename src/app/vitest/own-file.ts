import { dirname, extname, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const built = extname(import.meta.url) === '.js'
const folder = dirname(fileURLToPath(import.meta.url))
const root = resolve(folder, '../..') + sep

/** The absolute path of a module in this folder, by its name: `.js` in the built package, `.ts` in the repository. */
export function ownFile(name: string): string {
  return resolve(folder, `${name}${built ? '.js' : '.ts'}`)
}

/** Whether a file is Tableread's own code, to which no stack trace should send the user. */
export function isOwn(file: string): boolean {
  return resolve(file).startsWith(root)
}

/** Those of the built package, wherever it is linked, which Node loads; sources have to go through Vite. */
export const ownModules: RegExp[] = built ? [new RegExp(root.replaceAll(sep, '/').replace(/[^\w/]/g, '\\$&'))] : []
