import { resolve } from 'node:path'
import { listSome } from '../../../base/text/wording.ts'
import { cleanConfig } from '../../../compare/blueprint/clean-config.ts'
import { type BlueprintChange, compareBlueprints } from '../../../compare/blueprint/compare-blueprints.ts'
import { type PullReport, pullDocument } from '../../../report/studies/pull.ts'
import type { BlueprintListing } from '../../../wire/api/blueprint.ts'
import { findersOf } from '../../config/concealer.ts'
import { openConcealer } from '../../config/open-concealer.ts'
import { type RunSettled, settle } from '../../config/settings.ts'
import { tablereadVersion } from '../../edge/package-version.ts'
import { warn } from '../../edge/print.ts'
import { openSinks } from '../../edge/sinks.ts'
import { UsageError } from '../../edge/usage-error.ts'
import type { PullFlags } from '../../flags/verb-flags.ts'
import { type PullFacts, pullAgent, readListing } from '../../init/pull-agent.ts'
import { writeDocument } from '../../reports/write-study.ts'

/** 0 when the file matches, 1 with --check when not, 3 when the service did not list its agents. @throws UsageError */
export async function pull(flags: PullFlags): Promise<number> {
  const settings = await settle([], flags, process.env)
  for (const [flag, value] of Object.entries({ '--agent': flags.agent, '--id': flags.id }))
    if (value !== undefined && value.trim() === '') throw new UsageError(`${flag} is empty`, 'name an agent')
  const { target } = settings
  if (target === null)
    throw new UsageError(
      'there is no service to pull from',
      'give --target, or set it in the config or as TABLEREAD_TARGET',
    )
  const read = await readListing(settings, target)
  if (!read.ok) return refuse(read.reason, settings)
  const { listing } = read
  if (flags.agent === undefined) throw whichAgent(listing, target)
  const done = pullAgent(listing, {
    agent: flags.agent,
    id: flags.id ?? null,
    folder: flags.output === undefined ? (settings.workspace ?? resolve('workspace')) : resolve(flags.output),
    here: settings.folder,
    source: new URL(target).origin,
    force: flags.force === true,
    check: flags.check === true,
    custom: findersOf(settings.redact),
  })
  if (!done.ok) return refuse(done.reason, settings)
  const { pulled } = done
  const result = openConcealer(settings, {}).rest(pullResult(pulled, flags.check === true))
  const sinks = openSinks()
  await writeDocument({ result, document: pullDocument(result, tablereadVersion()) }, flags, sinks)
  return sinks.end(flags.check === true && result.differs ? 1 : 0)
}

function refuse(reason: string, settings: RunSettled): number {
  warn(openConcealer(settings, {}).rest(reason).split('\n'))
  return 3
}

function whichAgent({ agents }: BlueprintListing, url: string): UsageError {
  const ids = [...new Set(agents.map(({ agentId }) => agentId))]
  return new UsageError(
    'which agent? --agent names one',
    ids.length === 0 ? `${url} lists none` : `${url} lists ${listSome(ids, 12)}`,
  )
}

type Listed = PullFacts['versions'][number]['live']

/** Whether the service lists something else than the files had before the pull. */
function differs({ isNew, versions, published }: PullFacts): boolean {
  return (
    isNew ||
    published !== null ||
    versions.some(({ before, live }) => before === null || changes(before, live).length > 0)
  )
}

function pullResult(pulled: PullFacts, check: boolean): PullReport {
  const { agent, id, source, file, savedFiles, isNew, versions, published, unfilled, doubles, hidden, notes } = pulled
  return {
    ...{ schemaVersion: 1, agent, id, source, file, check, isNew, differs: differs(pulled) },
    [check ? 'wouldWrite' : 'written']: savedFiles,
    versions: versions.map(({ number, before, after, live, contested, stuck }) => ({
      ...{ number, isNew: before === null },
      changes: before === null ? [] : changes(before, after),
      kept: changes(live, after),
      ...{ contested, stuck },
    })),
    ...{ published, toFillIn: { behaviour: unfilled, doubles }, hidden, notes },
  }
}

/** The members that differ, as `compare` shows two versions. */
function changes(a: Listed, b: Listed): BlueprintChange[] {
  return compareBlueprints('', sightOf(a), sightOf(b)).changes
}

function sightOf({ name, description, config }: Listed) {
  const whole = Object.hasOwn(config, 'version') ? config : { ...config, version: { name, description } }
  return { kind: 'seen' as const, label: '', config: cleanConfig(whole) }
}
