import { maskEntry } from '../../engine/transcript/mask-volatile.ts'
import { type TurnView, viewTurn } from '../../engine/transcript/turn-view.ts'
import type { VolatileFacts } from '../../engine/transcript/volatile-facts.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { TurnResult } from '../../engine/verdict/turn-result.ts'
import { describeItemChange, describeSpeaker } from '../diff/describe-message-changes.ts'
import { describeWords } from '../diff/describe-words.ts'
import { diffItems, listItems } from '../diff/diff-items.ts'
import { diffWords } from '../diff/diff-words.ts'
import { callFeatures, type TurnOfFeature } from './call-features.ts'
import type { Feature, Features } from './feature.ts'

/**
 * Collects everything a run can be compared by, over all its turns; a turn that errored or was not sent contributes
 * nothing.
 */
export function collectFeatures(run: ConversationResult, facts: VolatileFacts): Features {
  const features: Features = new Map()
  for (const turn of run.turns) {
    if (turn.verdict === 'not reached' || turn.verdict === 'errored' || turn.verdict === 'unsafe') continue
    const { index } = turn
    features.set(reachedKey(index), {
      feature: {
        level: 'turns',
        turn: index,
        requires: null,
        absent: 'not reached',
        graded: false,
        describe: (_, b) => (b === 'reached' ? 'is now reached' : 'is no longer reached'),
      },
      value: 'reached',
    })
    addTurn(features, turn, facts)
  }
  return features
}

/** The key of the feature "this turn was reached", which every other feature of the turn requires. */
function reachedKey(turn: number): string {
  return `${turn}`
}

function addTurn(features: Features, { index, entries }: TurnResult, facts: VolatileFacts): void {
  const view = viewTurn(entries.map((entry) => maskEntry(entry, facts)))
  const common = { turn: index, requires: reachedKey(index) }
  callFeatures(features, view.calls, common)
  messageFeatures(features, view, common)
}

/** Adds who answers, how often, with which items and words, and what other entries there are. */
function messageFeatures(features: Features, view: TurnView, common: TurnOfFeature): void {
  const { assistant, background, summaries, thinking, replyText } = view
  const add = (name: string, value: string, feature: Pick<Feature, 'level' | 'describe'> & Partial<Feature>): void => {
    features.set(`${common.turn} ${name}`, { feature: { graded: false, absent: '', ...common, ...feature }, value })
  }
  const speakers = assistant.map(({ agentName }) => agentName ?? 'an agent without a name')
  add('handoff', speakers.filter((name, index) => name !== speakers[index - 1]).join(', then '), {
    level: 'handoff',
    describe: (a, b) => describeSpeaker(a === '' ? null : a, b === '' ? null : b),
  })
  add('messages', String(assistant.length), {
    level: 'messages',
    describe: (a, b) => `${b} ${b === '1' ? 'reply' : 'replies'} instead of ${a}`,
  })
  const lines = assistant.flatMap(({ items }) => listItems(items))
  add('items', JSON.stringify(lines), {
    level: 'items',
    describe: (a, b) => diffItems(readLines(a), readLines(b)).map(describeItemChange).join('; '),
  })
  add('reply', replyText, {
    level: 'reply',
    graded: true,
    describe: (a, b) => `the reply ${describeWords(diffWords(a, b))}`,
  })
  for (const [name, count] of [
    ['message of a background agent', background.length],
    ['summary', summaries.length],
    ['thought', thinking.length > 0 ? 1 : 0],
  ] as const) {
    add(name, String(count), {
      level: 'other entries',
      describe: (a, b) =>
        b === '0' ? `no ${name} any more` : a === '0' ? `a ${name} is new` : `${b} instead of ${a}: ${name}`,
    })
  }
}

function readLines(value: string): string[] {
  return value === '' ? [] : (JSON.parse(value) as string[])
}
