import { groupBy } from '../../base/group-by.ts'
import { count, showChance } from '../../base/text/wording.ts'
import { compareTranscripts } from '../../compare/compare-transcripts.ts'
import type { Brittleness, ConversationVariation, VaryResult } from '../../compare/vary/vary-result.ts'
import { addressOf } from '../../engine/verdict/conversation-result.ts'
import { nameVerdict } from '../../engine/verdict/verdict.ts'
import type { Case, Finding, ReportDocument } from '../document/report-document.ts'
import { said, toned, type Words } from '../document/words.ts'
import { describeOutcome } from '../text/describe-outcome.ts'
import { formatTime } from '../text/figures.ts'
import { differenceLines, wordDifference } from './differences.ts'
import { ratesTable } from './rates.ts'

/** The side labels for a brittle variant: the trusted side is the conversation as written. */
const labels = { a: 'original', b: 'variant' } as const

/** What varying found: a case for each conversation, and a finding for each edit that breaks the agent. */
export function variationDocument(result: VaryResult): ReportDocument {
  const { brittle, conversations, families, gate, rate, seed, simulated, startedAt, ms, tableread, target } = result
  const { total, turns, unconfirmed } = result
  const unjudged = conversations.filter((each) => each.unjudged !== null)
  const sound = `${conversations.length - unjudged.length} of ${count(conversations.length, 'conversation')}`
  const rows = families.length === 0 ? [] : [...families, { family: 'all', ...total, rate }]
  return {
    ...{ study: 'vary', tableread, startedAt, ms, target, most: 20 },
    headline: `Vary: ${total.brittle} of ${count(total.judged, 'variant')} brittle`,
    cases: conversations.map(caseOf),
    findings: groupBy(brittle, conversationId).flat().map(findingOf),
    tables: ratesTable(
      ...(['brittle in', 'variants', 'brittle'] as const),
      rows.map((each) => ({ name: each.family, judged: each.judged, found: each.brittle, rate: each.rate })),
    ),
    lists: [
      {
        title: 'not judged',
        items: unjudged.map((each) => [said(`${addressOf(each)}  ${each.name} [${each.version}]`), ': ', whyNot(each)]),
      },
      {
        title: 'seen but not confirmed: too few turns were left',
        items: unconfirmed.map((each) => [said(`${addressOf(each)}  ${each.variant}`), ': ', said(each.what)]),
      },
      {
        title: 'not varied',
        items:
          simulated === 0
            ? []
            : [`${count(simulated, 'conversation')} with a simulated user: what it says is not written down`],
      },
    ],
    gate: { verdict: gate.verdict, reason: said(gate.reason) },
    footer: [
      `${count(total.judged, 'variant')} of ${sound} judged`,
      `${total.dropped} more dropped by the check of meaning`,
      `${count(turns, 'turn')} in ${formatTime(ms)}`,
      ['seed ', said(seed)],
    ],
  }
}

const conversationId = ({ id, version }: { id: string; version: string }): string => JSON.stringify([id, version])

const whyNot = ({ unjudged }: ConversationVariation): Words =>
  unjudged === null ? '' : [nameVerdict(unjudged.kind), ': ', said(unjudged.reason)]

/** A conversation of which variants could not be judged, or looked brittle, has not held. */
function caseOf(conversation: ConversationVariation): Case {
  const { agent, brittle, errored, file, judged, line, name, suite, unconfirmed, unjudged, unrun, version } =
    conversation
  const open = errored + unrun + unconfirmed
  const unjudgedNote = open === 0 ? '' : `, ${open} not judged`
  return {
    ...{ id: conversationId(conversation), suite, name: `${name} [${version}]`, at: { file, line } },
    verdict:
      unjudged?.kind === 'nothing to vary'
        ? 'skipped'
        : brittle > 0
          ? 'failed'
          : unjudged !== null || judged === 0 || open > 0
            ? 'errored'
            : 'passed',
    reason:
      unjudged === null ? `${brittle} of ${count(judged, 'variant')} brittle${unjudgedNote}` : whyNot(conversation),
    facts: { agent, version },
  }
}

function findingOf(brittleness: Brittleness): Finding {
  const { conversation, difference, edits, family, file, line, runs, suite, typed, version } = brittleness
  const compared = {
    turns: compareTranscripts(runs.original, runs.variant),
    shown: { a: runs.original, b: runs.variant },
    agent: runs.original.agent,
  }
  return {
    case: conversationId(brittleness),
    group: [said(`${suite} > ${conversation}`), ' [', said(version), ']'],
    title: said(describeEdits(brittleness)),
    label: family,
    at: { file, line: edits[0]?.line ?? line },
    verdict: 'failed',
    what: said(difference.what),
    lines: [...messageLines(typed), ...failedOutcome(brittleness), ...differenceLines(compared, labels)],
    evidence: describeEvidence(brittleness),
    runs: [runs.original, runs.variant],
  }
}

/** The messages that differ, with what changed in them. */
export function messageLines({ original, variant }: Brittleness['typed']): Words[] {
  // Where messages were split or joined, all of them stand as one.
  if (original.length !== variant.length) return [wordDifference(original.join(' ⏎ '), variant.join(' ⏎ '))]
  return original.flatMap((was, at) => (was === variant[at] ? [] : [wordDifference(was, variant[at] ?? '')]))
}

/** The edits in words: `types "pls" for "please"`. */
export function describeEdits({ edits }: Pick<Brittleness, 'edits'>): string {
  const more = edits.length - 2
  const first = edits.slice(0, 2).map(({ words }) => words)
  return `${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The first failed expectation in the shown run, in one line; empty if only the calls differ. */
function failedOutcome({ file, line, runs }: Brittleness): Words[] {
  const { turns, outcomes } = runs.variant
  const failed = [...turns.flatMap((turn) => turn.outcomes), ...outcomes].find(({ verdict }) => verdict === 'failed')
  if (failed === undefined) return []
  const [first = '', second] = describeOutcome(failed).split('\n', 2)
  const text = second === undefined ? first : `${first}: ${second.trim()}`
  return [[toned('dim', [said(file), `:${line}`]), '  ', said(text)]]
}

/** How certain the finding is, and how far the variant was shrunk. */
function describeEvidence({ alike, edits, foundWith, pairs, shrunk, variant }: Brittleness): Words {
  const others = alike.length === 0 ? '' : `; ${count(alike.length, 'more variant')} came to the same`
  const chance = `by chance in ${showChance(pairs.adjusted)}`
  const shorter =
    foundWith === edits.length ? count(foundWith, 'edit') : `${count(foundWith, 'edit')} shrunk to ${edits.length}`
  const broke = `: broke in ${pairs.onlyOriginal} of ${count(pairs.pairs, 'pair')} (${chance}); ${shorter}`
  return [said(variant), broke, shrunk ? '' : ', maybe not the fewest', others]
}
