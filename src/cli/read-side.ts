import { existsSync } from 'node:fs'
import { suggest } from '../base/suggest.ts'
import type { SideKey } from '../compare/side.ts'
import { UsageError } from './usage-error.ts'

/** A side of a comparison as it is written: `draft`, `2`, or `order-desk-b@draft` for another agent. */
export interface SideSpec {
  agent: string | null
  version: string
}

const pattern = /^(?:(?<agent>.+)@)?(?<version>default|draft|\d+)$/

/**
 * Parts what `tableread compare` is given into its sides, which come first, and paths; without sides it is default
 * against draft. @throws UsageError for a first argument that is neither
 */
export function readSides(args: readonly string[]): { sides: Record<SideKey, SideSpec>; paths: string[] } {
  const [first, second] = args.map(readSide)
  const [word] = args
  if (word !== undefined && first === null && /^[\w@-]+$/.test(word) && !existsSync(word)) throw notASide(word)
  const given = first == null ? [] : second == null ? [first] : [first, second]
  const [a = { agent: null, version: 'default' }, b = { agent: null, version: 'draft' }] = given
  return { sides: { a, b }, paths: args.slice(given.length) }
}

function readSide(argument: string): SideSpec | null {
  const found = pattern.exec(argument)?.groups
  return found?.version === undefined ? null : { agent: found.agent ?? null, version: found.version }
}

function notASide(word: string): UsageError {
  const near = suggest(word, ['default', 'draft'])
  return new UsageError(
    `"${word}" is neither a side to compare nor a file`,
    near === undefined
      ? 'a side is a version (default, draft, 2) or an agent and a version (order-desk-b@draft)'
      : `did you mean ${near}?`,
  )
}
