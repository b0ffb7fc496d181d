import { onOneLine } from '../../base/text/wording.ts'
import { attemptsOf } from './ledger.ts'
import type { BisectOutcome, VersionTally } from './result.ts'

/** Below this the answer is called a guess. */
const sure = 0.95

/** A conversation's outcome: `version 3 is the first where "tracks an order" fails (version 2: 5 of 5)`. */
export function breakSentence(
  conversation: string,
  outcome: BisectOutcome,
  tallies: ReadonlyMap<string, VersionTally>,
  missing: ReadonlyMap<string, string>,
  skipped: readonly string[] = [],
): string {
  const name = onOneLine(conversation)
  const describeTally = (version: string): string => {
    const tally = tallies.get(version)
    return `${nameVersion(version)}: ${tally === undefined ? 'not tried' : `${tally.passed} of ${attemptsOf(tally)}`}`
  }
  switch (outcome.kind) {
    case 'found': {
      const { first, before, confidence } = outcome
      const likely = confidence < sure ? ` likely (${Math.round(confidence * 100)} %)` : ''
      const which =
        skipped.length === 0
          ? nameVersion(first)
          : `${nameVersion(first)}, or ${skipped.join(' or ')}, which could not be played,`
      return `${which} is${likely} the first where "${name}" fails (${describeTally(before)}, ${describeTally(first)})`
    }
    case 'not comparable':
      return `"${name}" cannot be bisected: ${whyNot(outcome, describeTally, missing)}`
    case 'errored':
      return `"${name}" could not be judged: ${outcome.reason}`
    case 'unsafe':
      return `"${name}" was skipped: unsafe: ${outcome.reason}`
    case 'broken':
      return `"${name}" is broken: ${outcome.problems[0]?.message ?? 'it cannot run'}`
    case 'interrupted':
      return `"${name}" was interrupted`
  }
}

function whyNot(
  { why, version }: Extract<BisectOutcome, { kind: 'not comparable' }>,
  describeTally: (version: string) => string,
  missing: ReadonlyMap<string, string>,
): string {
  if (why === 'no such version')
    return isCommit(version)
      ? `${nameVersion(version)} cannot be played: ${missing.get(version)}`
      : `there is no ${nameVersion(version)}: ${missing.get(version) ?? 'the service does not know it'}`
  return {
    'good fails': `the good end does not pass (${describeTally(version)}); give an earlier version that does`,
    'bad passes': `the bad end does not fail (${describeTally(version)}); if it fails now and then, raise --repeat`,
    'too alike': `the ends differ too little to tell versions apart (the bad end, ${describeTally(version)}); raise --repeat`,
  }[why]
}

/** `version 3`, `the draft`, `commit abc1234`. */
export function nameVersion(version: string): string {
  return version === 'draft' ? 'the draft' : isCommit(version) ? `commit ${version}` : `version ${version}`
}

/** Whether a version is a commit; a commit's name never consists of digits only. */
export function isCommit(version: string): boolean {
  return version !== 'draft' && /\D/.test(version)
}
