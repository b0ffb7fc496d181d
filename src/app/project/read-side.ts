import { existsSync } from 'node:fs'
import { suggest } from '../../base/suggest.ts'
import type { SideKey } from '../../compare/model/side.ts'
import { UsageError } from './usage-error.ts'

/** A side of a comparison as it is written: `draft`, `2`, or `order-desk-b@draft` for another agent. */
export interface SideSpec {
  agent: string | null
  version: string
}

const pattern = /^(?:(?<agent>.+)@)?(?<version>default|draft|\d+)$/

/**
 * Parts what `tableread compare` is given into its sides, which come first, and paths; without sides it is default
 * against draft. @throws UsageError for a first argument that is neither, and for one side alone: whether it is the
 * trusted one or the one in question would be a guess
 */
export function readSides(args: readonly string[]): { sides: Record<SideKey, SideSpec>; paths: string[] } {
  const [first, second] = args.map(readSide)
  const [word] = args
  if (word !== undefined && first === null && /^[\w@-]+$/.test(word) && !existsSync(word)) throw notASide(word)
  if (first == null)
    return { sides: { a: { agent: null, version: 'default' }, b: { agent: null, version: 'draft' } }, paths: [...args] }
  if (second == null) throw oneSide(first, args.slice(1))
  return { sides: { a: first, b: second }, paths: args.slice(2) }
}

function readSide(argument: string): SideSpec | null {
  const found = pattern.exec(argument)?.groups
  return found?.version === undefined ? null : { agent: found.agent ?? null, version: found.version }
}

function oneSide({ agent, version }: SideSpec, paths: readonly string[]): UsageError {
  const sideOf = (each: string): string => (agent === null ? each : `${agent}@${each}`)
  const line = (a: string, b: string): string =>
    ['tableread compare', ...[sideOf(a), sideOf(b), ...paths].map(quoted)].join(' ')
  return new UsageError(
    `compare holds two sides against each other, and ${sideOf(version)} is one`,
    version === 'default' || version === 'draft'
      ? `write ${line('default', 'draft')}`
      : `write ${line('default', version)}, or ${line(version, 'draft')}`,
  )
}

/** As a shell takes it as one word. */
function quoted(word: string): string {
  return /^[\w@./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
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
