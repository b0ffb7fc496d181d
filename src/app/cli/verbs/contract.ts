import { existsSync } from 'node:fs'
import { parseIfJson } from '../../../base/json/json-text.ts'
import { quoteWord } from '../../../base/json/quoting.ts'
import { variableOf } from '../../../base/secrets/environment.ts'
import { suggest } from '../../../base/text/suggest.ts'
import { formatJson } from '../../../report/text/finish-text.ts'
import { eraseLine } from '../../../report/text/paint.ts'
import { describeCode, obstacleOf } from '../../../wire/client/obstacle.ts'
import { TransportError } from '../../../wire/client/transport.ts'
import { checkContract } from '../../../wire/contract/check-contract.ts'
import type { ContractReport, ContractResult } from '../../../wire/contract/contract-report.ts'
import { emptyLedger, mergeLedger, type ParityLedger, readLedger } from '../../../wire/contract/ledger.ts'
import { allRules } from '../../../wire/contract/rules/all-rules.ts'
import type { Subject } from '../../../wire/contract/world/world.ts'
import { loadWorkspaces } from '../../agents/load-workspaces.ts'
import { openLocalSubject } from '../../agents/local-subject.ts'
import { readWhole } from '../../config/flag-values.ts'
import { settle } from '../../config/settings.ts'
import { tablereadVersion } from '../../edge/package-version.ts'
import { complain } from '../../edge/print.ts'
import { repeatedFlags } from '../../edge/repeated-flags.ts'
import { UsageError } from '../../edge/usage-error.ts'
import { readGiven, writeGiven } from '../../files/given-files.ts'
import type { ContractFlags } from '../../flags/verb-flags.ts'
import { whileOpen } from '../../open/open-run.ts'
import { gateExitCode, writeStudy } from '../../reports/write-study.ts'
import { openLiveSubject } from '../../target/live-subject.ts'

/** 0 without a violated `must` rule, 1 with one, 3 when nothing could be reached or run. @throws UsageError */
export async function contract(flags: ContractFlags): Promise<number> {
  const rules = flags.rule?.map(knownRule)
  if (flags.path !== undefined && rules?.length !== 1)
    throw new UsageError('--path needs exactly one rule', 'name it with --rule, and take --seed from the report')
  const seed = flags.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : readWhole('--seed', flags.seed, seeds)
  const runs = readWhole('--runs', flags.runs ?? '100', { most: 9_999_999_999 })
  const ledger = flags.ledger === undefined ? null : openLedger(flags.ledger)
  const service = await openSubject(flags)
  const { subject } = service
  return whileOpen(service, async ({ signal, interrupted, sinks }) => {
    try {
      const report = await checkContract(subject, {
        seed,
        runs,
        ...(rules === undefined ? {} : { rules }),
        ...(flags.path === undefined ? {} : { path: flags.path }),
        signal,
        onProgress(result, done, total) {
          const { outcome, rule } = result
          const start = process.stderr.isTTY ? eraseLine : ''
          if (outcome === 'violated') complain(`${start}${rule.id} does not hold\n`)
          if (process.stderr.isTTY)
            complain(`${start}${done}/${total} ${rule.id.padEnd(10)}${done === total ? '\n' : ''}`)
        },
      })
      const contractResult: ContractResult = {
        ...{ ...report, tableread: tablereadVersion(), kind: 'contract', schemaVersion: 1 },
        again: reachingFlags(flags),
      }
      const { gate } = await writeStudy(contractResult, flags, sinks)
      const { ledger: file } = flags
      if (file !== undefined && ledger !== null) await sinks.fill(() => saveLedger(file, ledger, report))
      return gateExitCode(gate, interrupted())
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      const why = obstacleOf(error.code) === null ? error.message : describeCode(error.code)
      complain(`${subject.name} cannot be reached: ${why}\n`)
      return 3
    }
  })
}

/** The flags that reach the same service again, quoted. */
function reachingFlags({ live, agent = [], workspace = [], seed: _, ...flags }: ContractFlags): string[] {
  const words = [...agent.flatMap((name) => ['--agent', name]), ...workspace.flatMap((path) => ['--workspace', path])]
  return [...(live === true ? ['--live'] : []), ...words.map(quoteWord), ...repeatedFlags(flags)]
}

const seeds = { least: -9_999_999_999, most: 9_999_999_999 }

function knownRule(rule: string): string {
  const ids = allRules.map(({ id }) => id)
  const id = rule.toUpperCase()
  if (ids.includes(id)) return id
  const suggestion = suggest(id, ids)
  throw new UsageError(
    `there is no rule ${rule}`,
    suggestion === undefined ? 'rules are named like CHA-10' : `did you mean ${suggestion}?`,
  )
}

async function openSubject(flags: ContractFlags): Promise<{ subject: Subject; close(): Promise<void> }> {
  if (flags.live !== true) {
    const { workspaces } = flags.workspace === undefined ? {} : await loadWorkspaces(flags.workspace)
    return openLocalSubject(workspaces === undefined ? {} : { workspaces })
  }
  const { target, config, allowTools } = flags
  const settling = { ...(target && { target }), ...(config && { config }), ...(allowTools && { allowTools }) }
  const settings = await settle([], settling, process.env)
  const otherKey = variableOf(process.env, 'TABLEREAD_OTHER_API_KEY') ?? null
  const live = await openLiveSubject({ ...settings, otherKey, agents: flags.agent ?? [] })
  for (const note of live.notes) complain(`${note}\n`)
  return live
}

function openLedger(file: string): ParityLedger {
  if (!existsSync(file)) return emptyLedger
  const ledger = readLedger(parseIfJson(readGiven(file)) ?? null)
  if (ledger !== null) return ledger
  throw new UsageError(`${file} is not a ledger`, 'name another file, or one that does not exist yet')
}

function saveLedger(file: string, ledger: ParityLedger, report: ContractReport): void {
  const merged = mergeLedger(ledger, report, new Date().toISOString())
  writeGiven(file, `${formatJson(merged)}\n`, { report: { flag: '--ledger', kind: 'ledger' } })
}
