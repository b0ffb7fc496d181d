import { writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { redactKeys } from '../../base/secrets/secret-keys.ts'
import { readThrown } from '../../service/agents/code/read-thrown.ts'
import { nodeFromJson, type YamlNode } from '../../suite/yaml/node.ts'
import { describeThrown } from '../edge/describe-thrown.ts'
import { beginLoading, setExitCode } from '../edge/exit-code.ts'
import { warn } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'
import { insistGiven } from './given-files.ts'

/** What a module should export: `a config`, and an example of its default export. */
interface Expected {
  what: string
  example: string
}

/** As a node that shapes read; whatever prevents loading is a mistake in the user's code. @throws UsageError */
export async function importModule(path: string, expected: Expected): Promise<YamlNode> {
  insistGiven(path)
  const value = defaultOf(await whileAlive(path, evaluate(path), expected))
  if (isThenable(value, path, expected))
    throw new UsageError(`${path} exports a promise`, `write export default await …: ${hintOf(expected)}`)
  try {
    const circle = findCircle(value)
    if (circle !== null) throw new Error(`${circle} holds itself`)
    return nodeFromJson(value)
  } catch (error) {
    throw new UsageError(`${path}: its default export cannot be read: ${readThrown(error).words}`, hintOf(expected))
  }
}

/** Evaluates a module, whose imports follow the `paths` of the nearest tsconfig.json if that can be read. */
async function evaluate(path: string): Promise<unknown> {
  const { createJiti } = await import('jiti')
  const make = (tsconfigPaths: string | false): ReturnType<typeof createJiti> =>
    createJiti(import.meta.url, { moduleCache: false, interopDefault: false, tsconfigPaths })
  let jiti: ReturnType<typeof createJiti>
  try {
    jiti = make(dirname(path))
  } catch {
    jiti = make(false) // what is not found then is told by itself
  }
  return jiti.import(path)
}

/** A CommonJS module may have no default export: then the module itself is the value. */
function defaultOf(module: unknown): unknown {
  const hasDefault = typeof module === 'object' && module !== null && 'default' in module
  return hasDefault ? module.default : module
}

function isThenable(value: unknown, path: string, expected: Expected): boolean {
  try {
    return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
  } catch (error) {
    throw new UsageError(`${path}: its default export cannot be read: ${readThrown(error).words}`, hintOf(expected))
  }
}

const hintOf = ({ what, example }: Expected): string => `${what} is a module such as: export default ${example}`

/** How long a module may take to load, and after how long we say that it is loading, in milliseconds. */
const [longestMs, noticeMs] = [20_000, 4_000]

/** Also settles if loading never finishes: a dry event loop would end the process as if all were well. */
async function whileAlive(path: string, loading: Promise<unknown>, expected: Expected): Promise<unknown> {
  let dry = (): void => undefined
  let late = (): void => undefined
  let fail = (_: unknown): void => undefined
  const leave = (code: number): void => {
    if (code > 128) return // a signal, or a reader that went away
    const message = `${path} ended the process (process.exit) while it was loaded, so nothing was done`
    writeSync(2, redactKeys(`${new UsageError(message, `take that out; ${hintOf(expected)}`).message}\n`))
    setExitCode(2)
  }
  const ended = new Promise<never>((_, reject) => {
    fail = (error) => reject(new UsageError(describeThrown(path, error), hintOf(expected)))
    late = () =>
      reject(
        new UsageError(
          `${path} cannot be loaded: an await at its top level has waited for ${longestMs / 1_000} s`,
          `take that out; ${hintOf(expected)}`,
        ),
      )
    dry = () =>
      reject(
        new UsageError(
          `${path} cannot be loaded: an await at its top level waits for something that never comes`,
          `take that out; ${hintOf(expected)}`,
        ),
      )
  })
  // Unreferenced, so that it does not keep a dry event loop alive.
  const notice = setTimeout(
    () => warn(`still loading ${path}: an await at its top level waits; it is given up after ${longestMs / 1_000} s`),
    noticeMs,
  ).unref()
  const limit = setTimeout(() => late(), longestMs).unref()
  process.once('beforeExit', dry)
  process.prependOnceListener('exit', leave)
  process.once('uncaughtException', fail)
  const done = beginLoading()
  try {
    return await Promise.race([loading.catch((error: unknown) => fail(error)).then((module) => module), ended])
  } finally {
    clearTimeout(notice)
    clearTimeout(limit)
    process.off('beforeExit', dry)
    process.off('exit', leave)
    process.off('uncaughtException', fail)
    done()
  }
}

/** The path of a member that contains itself, such as `models.a`; null if there is none. */
function findCircle(value: unknown, path = 'it', above: ReadonlySet<unknown> = new Set()): string | null {
  if (typeof value !== 'object' || value === null) return null
  if (above.has(value)) return path
  const inside = new Set([...above, value])
  for (const [key, member] of Object.entries(value)) {
    const circle = findCircle(member, path === 'it' ? key : `${path}.${key}`, inside)
    if (circle !== null) return circle
  }
  return null
}
