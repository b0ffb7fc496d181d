import type { TurnView } from '../../engine/transcript/turn-view.ts'
import { describeItemChange, describeSpeaker } from '../diff/describe-message-changes.ts'
import { describeWords } from '../diff/describe-words.ts'
import { diffItems, listItems } from '../diff/diff-items.ts'
import { diffWords } from '../diff/diff-words.ts'
import type { TurnOfFeature } from './call-features.ts'
import type { Feature, Features } from './feature.ts'

/** Who answers, how often, with which items and in which words, and what else there is beside. */
export function messageFeatures(features: Features, view: TurnView, common: TurnOfFeature): void {
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
