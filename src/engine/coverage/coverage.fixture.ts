import type { Plan } from '../../suite/plan/plan.ts'
import type { ContentItem, FunctionCall, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { called, gave, said } from '../transcript/entries.fixture.ts'
import type { ConversationResult } from '../verdict/conversation-result.ts'
import { plansOf } from '../verdict/fake-client.fixture.ts'
import { notReached } from '../verdict/never-ran.ts'
import type { Verdict } from '../verdict/verdict.ts'
import { type Coverage, createCoverage } from './coverage.ts'

/** A result whose turns have the given entries; turns without any were not reached. */
export function resultOf(plan: Plan, verdict: Verdict, slices: readonly TranscriptEntry[][]): ConversationResult {
  const unreached = notReached(plan)
  const turns = unreached.turns.map((turn, index) => {
    const entries = slices[index]
    return entries === undefined ? turn : { ...turn, verdict: 'passed' as const, turnMs: 5, entries }
  })
  return { ...unreached, verdict, turns }
}

/** Plans for `count` conversations of one agent, with two turns each. */
export function twoTurnPlans(versions: string[] = ['default'], count = 1): Plan[] {
  const talk = (index: number): string =>
    `  - name: talk ${index}\n    turns:\n      - user: one\n        expect: { calls: none }\n      - { user: two, metadata: { tier: gold } }\n`
  const talks = Array.from({ length: count }, (_, index) => talk(index)).join('')
  return plansOf(
    `suite: S\nagent: desk\nmetadata: { first_name: Asha, tier: none }\nconversations:\n${talks}`,
    versions,
  )
}

/** One content item of each kind, an unknown one included. */
export const everyItem: ContentItem[] = [
  { type: 'text', text: 'Here' },
  { type: 'image', mimeType: 'image/png', url: 'https://files.example/a', caption: '' },
  { type: 'video', mimeType: 'video/mp4', url: 'https://files.example/b', caption: '' },
  { type: 'audio', mimeType: 'audio/mpeg', url: 'https://files.example/c' },
  { type: 'file', mimeType: 'application/pdf', url: 'https://files.example/d', filename: 'd.pdf' },
  { type: 'button', text: 'Track', payload: 'track' },
  { type: 'unknown', original: { type: 'hologram' } },
]

/** A call and its output. */
export function ran(name: string, id: string, phase: FunctionCall['phase'], failed = false): TranscriptEntry[] {
  return [
    called(name, id, {}, phase),
    gave(name, id, failed ? 'timed out' : '{"ok":true}', { is_error: failed, phase }),
  ]
}

/** A made-up run with errors, a lost call, a handoff and back, and two versions, one of them with a known blueprint. */
export function madeUpCoverage(): Coverage {
  const [first, second, third] = twoTurnPlans(['default'], 3)
  const [draft] = twoTurnPlans(['draft'])
  if (first === undefined || second === undefined || third === undefined || draft === undefined)
    throw new Error('plans')
  const coverage = createCoverage(
    new Map([
      [
        'desk',
        {
          preCall: ['load_customer', 'warm_up_cache'],
          duringCall: ['lookup_order', 'cancel_order', 'issue_refund'],
          postCall: ['log_outcome'],
        },
      ],
    ]),
  )
  const opening = [said('user', 'one'), ...ran('load_customer', 'a', 'pre'), ...ran('lookup_order', 'b', 'during')]
  coverage.add(resultOf(first, 'passed', [[...opening, said('assistant', everyItem.slice(0, 2))], opening]), first)
  coverage.add(
    resultOf(second, 'failed', [
      [
        ...opening,
        ...ran('lookup_order', 'c', 'during', true),
        called('cancel_order', 'd'),
        said('assistant', 'Sorry'),
      ],
      [said('assistant', 'Bills here', 0, 'billing-desk'), said('backgroundAgent', 'note'), said('assistant', 'Back')],
    ]),
    second,
  )
  coverage.add(resultOf(third, 'errored', [opening]), third)
  coverage.add(resultOf(draft, 'passed', [[said('user', 'one'), said('assistant', everyItem.slice(5, 6))]]), draft)
  return coverage.read()
}
