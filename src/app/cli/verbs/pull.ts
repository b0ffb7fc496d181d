import { resolve } from 'node:path'
import { sameJson } from '../../../base/json.ts'
import { count, listSome } from '../../../base/wording.ts'
import { cleanConfig } from '../../../compare/blueprint/clean-config.ts'
import { type AgentChange, compareBlueprints } from '../../../compare/blueprint/compare-blueprints.ts'
import { describeAgentChange } from '../../../report/comparison/describe-comparison.ts'
import { formatWords } from '../../../report/comparison/format-differences.ts'
import { cleanLine } from '../../../report/text/line.ts'
import { createPaint, type Paint } from '../../../report/text/paint.ts'
import type { BlueprintListing } from '../../../wire/api/blueprint.ts'
import { type Concealer, findersOf } from '../../project/concealer.ts'
import { openConcealer } from '../../project/open-concealer.ts'
import { colours, complain, print, printJson } from '../../project/print.ts'
import { type Pulled, pullAgent, readListing } from '../../project/pull/pull-agent.ts'
import { type RunSettled, settle } from '../../project/settings.ts'
import { UsageError } from '../../project/usage-error.ts'

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
 * `tableread pull`: writes what a service lists of an agent as an agent of a workspace. Returns 0 when the
 * file matches, 1 with --check when the service lists something else, 3 when the service did not list its
 * agents.
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
  return new UsageError(
    'which agent? --agent names one',
    ids.length === 0 ? `${url} lists none` : `${url} lists ${listSome(ids, 12)}`,
  )
}

/** A pull, and how to report it. */
interface Telling extends Pulled {
  /** Nothing was written. */
  check: boolean
  conceal: Pick<Concealer, 'rest'>
}

type Version = Pulled['versions'][number]
type Listed = Version['live']

/** Whether the service lists something else than the files had before the pull. */
export function differs({ isNew, versions, published }: Pulled): boolean {
  return (
    isNew ||
    published !== null ||
    versions.some(({ before, live }) => before === null || changes(before, live).length > 0)
  )
}

/** A pull as text: what changed, what was kept, what is to be filled in, and anything else worth knowing. */
export function describePull(told: Telling, paint: Paint): string {
  const { file, versions, published, hidden, notes, written, check, isNew } = told
  const open = openIn(told)
  const lines = [
    ...(isNew ? [paint.strong(describeNew(told))] : versions.flatMap((each) => describeVersion(each, told, paint))),
    ...(published === null ? [] : [describePublished(published)]),
    ...(open === null ? [] : [`  ${paint.warn('to fill in:')} ${open}`]),
    ...(hidden.length === 0
      ? []
      : [`  ${paint.warn('hidden:')} what opens something is <secret> in the file, at ${listSome(hidden, 12)}`]),
    ...notes.map((each) => `  ${each}`),
    ...(isNew || written.length === 0 || (written.length === 1 && written[0] === file)
      ? []
      : [`  ${check ? 'would write' : 'written'}: ${written.join(', ')}`]),
  ]
  return `${lines.map((line) => told.conceal.rest(line)).join('\n')}\n`
}

/** The pull as JSON. */
export function pullToJson(told: Telling): object {
  const { agent, id, source, file, written, isNew, versions, published, unfilled, doubles, hidden, notes, check } = told
  return told.conceal.rest({
    ...{ schemaVersion: 1, agent, id, source, file, check, isNew, differs: differs(told) },
    [check ? 'wouldWrite' : 'written']: written,
    versions: versions.map(({ number, before, after, live, contested, stuck }) => ({
      ...{ number, isNew: before === null },
      changes: before === null ? [] : changes(before, after),
      kept: changes(live, after),
      ...{ contested, stuck },
    })),
    ...{ published, toFillIn: { behaviour: unfilled, doubles }, hidden, notes },
  })
}

function describeNew({ agent, source, versions, written, check, file }: Telling): string {
  const which = `${versions.length === 1 ? 'version' : 'versions'} ${versions.map(({ number }) => number).join(', ')} of ${source}`
  const others = written.filter((each) => each !== file)
  const where = [file, ...others].join(' and ')
  return `${agent}: ${which}, ${check ? `not pulled yet: it would be written to` : 'written to'} ${where}`
}

function describeVersion(version: Version, { agent, source, file, check }: Telling, paint: Paint): string[] {
  const { number, before, after, live, contested, stuck } = version
  const head = `${agent}: version ${number} of ${source}`
  const kept = changes(live, after)
  const keeping = [
    ...(kept.length === 0
      ? []
      : ['  your file differs and is kept (service → file; --force takes what the service lists):']),
    ...describeChanges(kept, paint),
    ...(stuck.length === 0
      ? []
      : [
          `    ${paint.warn('to be edited by hand, since this place cannot be changed automatically:')} ${stuck.join(', ')}`,
        ]),
    ...(contested.length === 0 ? [] : [`    ${paint.warn('changed on the service as well:')} ${contested.join(', ')}`]),
  ]
  if (before === null)
    return [paint.strong(`${head} is new: ${check ? 'it would be added' : 'added'} to ${file}`), ...keeping]
  const brought = changes(before, after)
  if (brought.length > 0)
    return [
      paint.strong(`${head} ${check ? 'differs from' : 'was brought into'} ${file}:`),
      ...describeChanges(brought, paint),
      ...keeping,
    ]
  if (!sameJson(before, after))
    return [
      paint.strong(
        `${head}: only details without effect on behaviour changed (when it was saved, where nodes are drawn)`,
      ),
      ...keeping,
    ]
  return [
    paint.strong(`${head} and ${file}: ${kept.length === 0 ? 'no difference' : 'nothing is brought in'}`),
    ...keeping,
  ]
}

function describeChanges(found: readonly AgentChange[], paint: Paint): string[] {
  return found.map((change) => {
    const text = describeAgentChange(change)
    return text === null
      ? `    ${cleanLine(change.path)}: ${formatWords(change.words ?? [], paint)}`
      : `    ${cleanLine(text)}`
  })
}

function describePublished({ before, after }: NonNullable<Pulled['published']>): string {
  return before === after
    ? `  published: ${before} is your own, and is kept (--force takes what the service says)`
    : `  published: ${before ?? 'none'} → ${after}`
}

function openIn({ unfilled, doubles }: Pulled): string | null {
  const parts = [
    ...(unfilled ? ['what answers (model:, rules: or recordings:; until then each turn is refused)'] : []),
    ...(doubles.length === 0
      ? []
      : [
          `the ${doubles.length === 1 ? 'double' : 'doubles'} of ${count(doubles.length, 'function')}: ${listSome(doubles, 12)}`,
        ]),
  ]
  return parts.length === 0 ? null : parts.join(', ')
}

/** The members that differ, as `compare` shows two versions. */
function changes(a: Listed, b: Listed): AgentChange[] {
  return compareBlueprints('', seen(a), seen(b)).changes
}

function seen({ name, description, config }: Listed) {
  const whole = Object.hasOwn(config, 'version') ? config : { ...config, version: { name, description } }
  return { kind: 'seen' as const, label: '', config: cleanConfig(whole) }
}
