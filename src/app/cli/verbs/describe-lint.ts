import { count } from '../../../base/count.ts'
import type { Problem } from '../../../suite/yaml/problem.ts'
import { type DryRun, describeDryRun } from '../../project/dry-run.ts'

/** What `tableread lint` found, beyond the problems themselves. */
export interface LintReport {
  /** How many suite files were read; what they include is none of them. */
  suites: number
  /** Those that have a mistake, or include one. */
  broken: number
  problems: readonly Problem[]
  /** What the agents were read from; null, with the reason, when they were not. */
  source: string | null
  reason: string | null
  /** The agents that conversations were held against, and those of which nothing is known. */
  held: readonly string[]
  unchecked: readonly string[]
  dryRun: DryRun
}

/** The three lines that `tableread lint` ends with: what was found, what it was held against, what a run would send. */
export function describeLint(report: LintReport): string {
  return `${[describeProblems(report), ...describeAgents(report), describeDryRun(report.dryRun)].join('\n')}\n`
}

function describeProblems({ suites, broken, problems }: LintReport): string {
  const errors = problems.filter(({ severity }) => severity === undefined)
  const warnings = problems.length - errors.length
  const sound = suites - broken
  return [
    `${count(sound, 'sound suite')}${broken === 0 ? '' : `, ${broken} broken by ${count(errors.length, 'problem')}`}`,
    ...(warnings === 0 ? [] : [count(warnings, 'warning')]),
  ].join(', ')
}

function describeAgents({ source, reason, held, unchecked }: LintReport): string[] {
  if (source === null) return [`held against no agent: ${reason}`]
  const all = held.length + unchecked.length
  if (unchecked.length === 0) return all === 0 ? [] : [`held against ${count(all, 'agent')} of ${source}`]
  const why = 'no blueprint there has this name as its agentId'
  return [
    `held against ${held.length} of ${count(all, 'agent')}; nothing could be checked for ${unchecked.join(', ')}: ${why} (${source})`,
  ]
}
