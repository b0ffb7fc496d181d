import type { Comparison } from './comparison.ts'
import type { ConversationComparison } from './conversation-comparison.ts'

type Facts = Pick<Comparison, 'sides' | 'gate' | 'totals' | 'calibration' | 'noise' | 'conversations'>

/** The verdict of a comparison as one sentence that a manager can read. */
export function writeSentence(facts: Facts): string {
  const { sides, gate, totals, calibration, conversations } = facts
  if (calibration) return calibrated(facts)
  const [a, b] = [sides.a.label, sides.b.label]
  const all = conversations.length
  const broken = conversations.filter(({ verdict }) => verdict === 'regressed')
  const draft = sides.b.version === 'draft'
  if (gate.verdict === 'open') {
    const may = draft ? `${b} may be published` : `${b} is no worse than ${a}`
    return `${may}: ${all === 1 ? 'the one conversation did not get' : `none of ${all} conversations got`} worse${tail(totals)}.`
  }
  if (gate.verdict === 'not judged') {
    const judged = all - totals['not comparable']
    return judged === 0
      ? `Nothing could be compared: ${first(conversations, 'not comparable')}.`
      : `It is not settled whether ${draft ? `${b} may be published` : `${b} is as good as ${a}`}: ${unsettled(facts)}.`
  }
  const not = draft ? `Do not publish ${b}` : `${b} is worse than ${a}`
  if (broken.length > 0) return `${not}: ${broken.length} of ${count(all)} got worse (${names(broken)})${tail(totals)}.`
  const rules = gate.rules.filter((rule) => rule.verdict === 'broken')
  return `${not}: ${rules.map(({ name, seen, wanted }) => `${name}: ${seen} (wanted: ${wanted})`).join('; ')}.`
}

function calibrated({ sides, noise }: Facts): string {
  if (noise === null || noise.pairs === 0)
    return `${sides.a.label} could not be held against itself: no pair was judged.`
  const { pairs, discordant, conversations } = noise
  const where = discordant === 0 ? '' : `, in ${count(conversations.length)}`
  return `${sides.a.label} differs from itself in ${discordant} of ${pairs} pairs of runs${where}.`
}

function count(conversations: number): string {
  return conversations === 1 ? '1 conversation' : `${conversations} conversations`
}

function names(conversations: readonly ConversationComparison[]): string {
  const shown = conversations.slice(0, 3).map(({ name }) => `"${name}"`)
  const more = conversations.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** What else there is to know: `; 2 improved, 3 changed`. */
function tail(totals: Comparison['totals']): string {
  const told = (['improved', 'changed', 'flaky', 'not comparable'] as const)
    .filter((verdict) => totals[verdict] > 0)
    .map((verdict) => `${totals[verdict]} ${verdict}`)
  return told.length === 0 ? '' : `; ${told.join(', ')}`
}

function unsettled({ gate, totals }: Facts): string {
  const open = gate.rules.filter(({ verdict }) => verdict === 'not judged').map(({ name }) => `${name} was not judged`)
  const lost = totals['not comparable']
  return [...(lost > 0 ? [`${count(lost)} could not be compared`] : []), ...open].join('; ')
}

function first(conversations: readonly ConversationComparison[], verdict: string): string {
  return conversations.find((each) => each.verdict === verdict)?.reason ?? 'there are no conversations'
}
