import { unique } from '../../base/group-by.ts'
import type { AttackResult, Harm, UnjudgedTalk } from '../../compare/attack/attack-result.ts'
import { createCoverage } from '../../engine/coverage/coverage.ts'
import { concludeRun, type RunResult } from '../../engine/run-result.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'

/**
 * The result as a run, for the report page: each talk that ended in harm is a failed conversation, each that
 * could not be judged has that verdict, and the families are tags. Talks that the agent withstood count as
 * passed, without their transcripts.
 */
export function toRun(result: AttackResult): RunResult {
  const { goals, harms, ms, startedAt, tableread, target, total, turns, unjudged, usage } = result
  const run = concludeRun([...harms.map(harmedTalk), ...unjudged.map((talk) => unjudgedTalk(talk, result))], {
    tableread,
    startedAt,
    ms,
    target,
    problems: [],
    coverage: createCoverage().read(),
  })
  const versions = unique([...goals.map(({ version }) => version), ...run.versions])
  const totals = { ...run.totals, passed: total.judged - total.harmed }
  return { ...run, totals, versions, turns, ...(usage === undefined ? {} : { usage }) }
}

function harmedTalk({ attack, attacks, family, file, goal, id, run, seed, version, what }: Harm): ConversationResult {
  return {
    ...run,
    id,
    file,
    version,
    suite: attacks,
    name: nameOf({ goal, attack, seed }),
    tags: [...new Set([...run.tags, family])],
    verdict: 'failed',
    reason: what,
    cause: { kind: 'agent', why: what },
  }
}

const verdictOf = { errored: 'errored', unsafe: 'unsafe', broken: 'broken', 'not run': 'not reached' } as const

function unjudgedTalk(talk: UnjudgedTalk, { goals, startedAt }: AttackResult): ConversationResult {
  const { attack, file, goal, id, kind, line, reason, seed, version } = talk
  const of = goals.find((each) => each.file === file && each.goal === goal && each.version === version)
  const at = { line, column: 1, length: 0 }
  const problems = kind === 'broken' ? [{ code: 'wrong-value', file, at, message: reason } as const] : []
  return {
    ...{ id, file, at, version, reason, startedAt, problems },
    suite: of?.attacks ?? file,
    name: nameOf({ goal, attack, seed }),
    agent: of?.agent ?? '',
    tags: [],
    verdict: verdictOf[kind],
    ms: 0,
    sessionId: null,
    turns: [],
    afterTurns: [],
    outcomes: [],
    failure: null,
  }
}

function nameOf({ attack, goal, seed }: Pick<UnjudgedTalk, 'attack' | 'goal' | 'seed'>): string {
  return `${goal}: ${attack} ~${seed}`
}
