import { resolve } from 'node:path'
import { createPaint } from '../../../report/text/paint.ts'
import type { BlueprintListing } from '../../../wire/api/blueprint.ts'
import { openConcealer } from '../../project/open-concealer.ts'
import { colours, complain, print, printJson } from '../../project/print.ts'
import { pullAgent } from '../../project/pull/pull-agent.ts'
import { readListing } from '../../project/pull/read-listing.ts'
import { findersOf } from '../../project/redact-finders.ts'
import { type RunSettled, settle } from '../../project/settings.ts'
import { UsageError } from '../../project/usage-error.ts'
import { describePull, differs, pullToJson } from './describe-pull.ts'

/** The flags of `tableread pull`. */
export interface PullFlags {
  agent?: string
  id?: string
  output?: string
  force?: boolean
  check?: boolean
  json?: boolean
  target?: string
  timeLimit?: string
  config?: string
}

/**
 * `tableread pull`: what a service lists of an agent, as an agent of a workspace. 0 when the file has it, 1 with --check when
 * the service lists something else than the file has, 3 when the service did not list its agents.
 * @throws UsageError when there is no service, no such agent, or a file that must not be touched
 */
export async function pull(flags: PullFlags): Promise<number> {
  const settled = await settle([], flags, process.env)
  for (const [flag, value] of Object.entries({ '--agent': flags.agent, '--id': flags.id }))
    if (value !== undefined && value.trim() === '') throw new UsageError(`${flag} is empty`, 'name an agent')
  const { target } = settled
  if (target === null)
    throw new UsageError(
      'there is no service to pull from',
      'give --target, or set it in the config or as TABLEREAD_TARGET',
    )
  const read = await readListing(settled, target)
  if (!read.ok) return refuse(read.reason, settled)
  const { listing } = read
  if (flags.agent === undefined) throw whichAgent(listing, target)
  const result = pullAgent(listing, {
    agent: flags.agent,
    id: flags.id ?? null,
    folder: flags.output === undefined ? (settled.workspace ?? resolve('workspace')) : resolve(flags.output),
    here: settled.folder,
    source: new URL(target).origin,
    force: flags.force === true,
    check: flags.check === true,
    custom: findersOf(settled.redact),
  })
  if (!result.ok) return refuse(result.reason, settled)
  const { pulled } = result
  const told = { ...pulled, check: flags.check === true, conceal: openConcealer(settled, {}) }
  if (flags.json === true) printJson(pullToJson(told))
  else print(describePull(told, createPaint(colours())))
  return flags.check === true && differs(pulled) ? 1 : 0
}

function refuse(reason: string, settled: RunSettled): number {
  complain(`${openConcealer(settled, {}).rest(reason)}\n`)
  return 3
}

function whichAgent({ agents }: BlueprintListing, url: string): UsageError {
  const ids = [...new Set(agents.map(({ agentId }) => agentId))]
  const some = ids.slice(0, 12).join(', ')
  return new UsageError(
    'which agent? --agent names one',
    ids.length === 0 ? `${url} lists none` : `${url} lists ${some}${ids.length > 12 ? ' and more' : ''}`,
  )
}
