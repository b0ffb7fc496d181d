import type { YamlNode } from '../../../suite/yaml/node.ts'
import { type DraftTurn, notesAt } from '../draft/draft.ts'
import { expectCriterion, judgedHere } from '../draft/expect-criterion.ts'
import { itemsOf, memberOf, originAt, scalarText, showEntry, showNode } from '../draft/read-members.ts'
import { lossesBeside } from './member-losses.ts'

/** Assertions on the reply that a model judges, and the criterion for each; `value` is the assertion's text. */
const judged: Readonly<Record<string, (value: string) => string>> = {
  'llm-rubric': (value) => value,
  'agent-rubric': (value) => value,
  'g-eval': (value) => value,
  'model-graded-closedqa': (value) => value,
  closedqa: (value) => value,
  factuality: agrees,
  'model-graded-factuality': agrees,
  'answer-relevance': () => 'answers what the customer asked',
  'conversation-relevance': () => 'fits what the customer said so far',
  'trajectory:goal-success': (value) => `this goal of the customer is reached: ${value.replace(/[.\s]+$/, '')}`,
  'is-refusal': () => 'refuses to do what the customer asked',
  pi: (value) => value,
}

function agrees(value: string): string {
  return `agrees with this statement: ${value.replace(/[.\s]+$/, '')}`
}

const takesText = /^(?:trajectory:goal-success|factuality|model-graded-factuality)$/

/** Assertions that are judged on the whole conversation so far. */
const ofTheWhole: readonly string[] = ['conversation-relevance', 'agent-rubric', 'trajectory:goal-success']

/** Whether an assertion is judged by a model on a sentence that a suite can express. */
export function isJudged(type: string): boolean {
  return Object.hasOwn(judged, type)
}

/** Adds the criterion of an assertion to a turn; false where there is none. `render` fills in a text. */
export function applyJudge(
  node: YamlNode,
  { type, opposed, whole }: { type: string; opposed: boolean; whole?: boolean },
  turn: DraftTurn,
  { file, render }: { file: string; render: (text: string) => string },
): boolean {
  const note = notesAt(turn, originAt(file, node.at))
  const input = memberOf(node, 'value') ?? memberOf(node, 'prompt')
  const value = memberOf(input, 'goal') ?? input
  const values = value?.kind === 'list' ? itemsOf(value).map(scalarText) : [scalarText(value) ?? '']
  if (opposed && values.length > 1) {
    note('lost', showNode(node), 'several criteria cannot be negated as a whole')
    return false
  }
  const sentence = (text: string): string => {
    const criterion = render(text)
    return criterion.trim() === '' && takesText.test(type) ? '' : (judged[type]?.(criterion) ?? '')
  }
  let expected = 0
  for (const each of values) {
    const why =
      each === null
        ? 'a criterion is a text'
        : expectCriterion(turn, sentence(each), { opposed, whole: whole === true || ofTheWhole.includes(type) })
    if (why === null) expected += 1
    else note('lost', showNode(node), why)
  }
  if (expected === 0) return false
  note('changed', type, judgedHere)
  for (const { entry, why } of lossesBeside(node, ['value', 'prompt'])) note('lost', showEntry(entry), why)
  return true
}
