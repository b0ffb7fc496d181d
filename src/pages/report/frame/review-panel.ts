import { quotePath, quoteWord } from '../../../base/json/quoting.ts'
import { element } from '../../kit/element.ts'
import type { Card, PageDocument } from '../report-document.ts'
import { copyButton } from '../run-again.ts'
import type { Decision, DecisionStore } from './decisions.ts'

export interface ReviewPanel {
  host: HTMLElement
  refresh(): void
}

/** A panel for the decisions of a report: the command that accepts the approved ones, and all decisions as JSON. */
export function createReviewPanel(report: PageDocument, decisions: DecisionStore, cleared: () => void): ReviewPanel {
  const count = element('span', 'about')
  const body = element('div', 'fold-body')
  const host = element(
    'details',
    { class: 'fold review' },
    element('summary', {}, element('h2', {}, 'Review'), count),
    body,
  )
  const clear = element('button', { type: 'button' }, 'Forget all decisions')
  const isServed = report.review?.posts !== undefined
  const isReviewed = report.kind === 'comparison'
  clear.addEventListener('click', () => {
    decisions.clear()
    cleared()
  })
  return {
    host,
    refresh() {
      const decisionByKey = decisions.read()
      const approved = report.cards.filter(({ key }) => decisionByKey[key] === 'approved')
      const rejected = report.cards.filter(({ key }) => decisionByKey[key] === 'rejected')
      const decidable = isReviewed ? report.cards.filter(({ review }) => review !== undefined) : report.cards
      const rulings = decidable.map(({ key, review }) => decisionByKey[key] ?? review?.decision)
      const tally = (decision: Decision): number => rulings.filter((each) => each === decision).length
      const undecidedCount = decidable.length - tally('approved') - tally('rejected')
      count.replaceChildren(
        decidable.length === 0
          ? 'nothing to decide'
          : `${tally('approved')} approved, ${tally('rejected')} rejected, ${undecidedCount} undecided`,
      )
      const why = decisions.forgets()
      const command = isReviewed
        ? reviewCommand({ approved, rejected }, report.review?.file)
        : blessingCommand(approved.map((card) => blessed(report, card)))
      body.replaceChildren(
        element(
          'p',
          'prose',
          isServed
            ? 'Each decision is written into reviews.yaml at once: commit it, and the next comparison knows.'
            : isReviewed
              ? 'Approve a conversation when what differs is meant: the command writes it into reviews.yaml, and the next comparison knows. A rejected one shuts the gate.'
              : 'Approve a conversation when what it does now is what it should do: the command makes that its baseline. A rejected one stays as it was.',
        ),
        ...(why === null
          ? []
          : [
              element(
                'p',
                'muted',
                `This browser keeps nothing for this file (${why}): decisions last until the tab is closed.`,
              ),
            ]),
        ...(isServed
          ? []
          : [
              exported(
                'Command that keeps the decisions',
                command || `Nothing is ${isReviewed ? 'decided' : 'approved'} yet.`,
                'command',
                command !== '',
              ),
              exported('Decisions as JSON', decisionsJson(report, decisionByKey), 'decisions', true),
              clear,
            ]),
      )
      clear.hidden = approved.length + rejected.length === 0
    },
  }
}

/** For a POSIX shell. The file is the one that `--json` wrote, where that is known. */
function reviewCommand(
  { approved, rejected }: Record<'approved' | 'rejected', readonly Pick<Card, 'review'>[]>,
  file = 'RESULT.json',
): string {
  const idsOf = (flag: string, cards: readonly Pick<Card, 'review'>[]): string[] =>
    cards.flatMap(({ review }) => (review === undefined ? [] : [`${flag} ${review.id}`]))
  const decisions = [...idsOf('--approve', approved), ...idsOf('--reject', rejected)]
  return decisions.length === 0 ? '' : `npx tableread review ${quoteWord(file)} ${decisions.join(' ')} --why 'say why'`
}

/** Approval applies to the last side; in a plain run of several versions, the version is part of the key. */
function blessed({ kind, result }: PageDocument, { id, key, runs }: Card): Blessed {
  const only = kind === 'run' ? result.versions[0] : undefined
  const version = kind === 'comparison' ? result.sides.b.version : key.slice(id.length).trim() || only
  return { id, version: version ?? 'default', failed: runs.at(-1)?.includes('passed') !== true }
}

function exported(title: string, text: string, name: string, copyable: boolean): HTMLElement {
  const block = element('pre', { class: 'export', 'data-export': name, tabindex: '0', 'aria-label': title })
  block.textContent = text // verbatim, because it is pasted into a shell or a file
  return element('section', 'exported', element('h3', {}, title, copyable ? copyButton(block) : null), block)
}

function decisionsJson(
  { result, kind, cards }: PageDocument,
  decisionByKey: ReturnType<DecisionStore['read']>,
): string {
  const decided = cards.flatMap(({ key, id, verdict }) => {
    const decision = decisionByKey[key]
    return decision === undefined ? [] : [{ key, id, verdict, decision }]
  })
  return JSON.stringify({ kind: 'decisions', of: kind, startedAt: result.startedAt, decisions: decided }, null, 2)
}

/** The most conversations in one command, so that it stays within the limits of shells and terminals. */
const most = 100

/** Its `file:line`, the version whose behaviour was approved, and whether it came from a run that failed. */
interface Blessed {
  id: string
  version: string
  failed: boolean
}

/** One a line, for a POSIX shell; what looks like an option is written as a path. Failed runs need a flag. */
export function blessingCommand(approved: readonly Blessed[]): string {
  const groups = new Map<string, string[]>()
  for (const { id, version, failed } of approved) {
    const flags = `${failed ? ' --even-failed' : ''}${version === 'default' ? '' : ` --agent-version ${version}`}`
    groups.set(flags, [...(groups.get(flags) ?? []), quotePath(id)])
  }
  return [...groups].flatMap(([flags, quoted]) => cut([...new Set(quoted)], flags)).join('\n')
}

function cut(ids: readonly string[], flags: string): string[] {
  const lines = Array.from({ length: Math.ceil(ids.length / most) }, (_, index) =>
    ids.slice(index * most, (index + 1) * most).join(' '),
  )
  return lines.map((line) => `tableread snapshots --update${flags} ${line}`)
}
