import type { YamlNode } from '../../../suite/yaml/node.ts'
import { negateCondition } from '../draft/conditions.ts'
import type { DraftTurn, Note } from '../draft/draft.ts'
import { expectCriterion, judgedHere } from '../draft/expect-criterion.ts'
import { entriesOf, itemsOf, memberOf, originAt, showEntry, showNode, textOf, textsOf } from '../draft/read-members.ts'
import { assertionCondition } from '../promptfoo/assertion-condition.ts'

/** Where a grader is in its file, and how its texts are written into a suite. */
export interface GraderPlace {
  file: string
  render: (text: string) => string
}

/** Names of graders that are models, including former names. */
const judges = /^(?:llm|agent)-(?:judge|grader|rubric)$|^rubrics?$/

/** Members of a grader that a suite cannot express, and why. */
const left: Readonly<Record<string, string>> = {
  weight: 'what stands in a suite has to hold',
  min_score: 'there are no scores: a criterion is met or not',
  threshold: 'there are no scores: a criterion is met or not',
  score_ranges: 'there are no scores: a criterion is met or not',
  target: 'judges are models of the config: name it under models:, and under by:',
  model: 'judges are models of the config: name it under models:, and under by:',
}

/** Adds the expectations of an item of `assertions`, in any of the forms that AgentV has used for graders. */
export function applyGrader(node: YamlNode, turn: DraftTurn, place: GraderPlace): void {
  if (textOf(node) !== null) {
    applyRubric(node, turn, place)
    return
  }
  const type = (textOf(memberOf(node, 'type')) ?? '').replaceAll('_', '-')
  const negated = textOf(memberOf(node, 'negate')) === 'true'
  const note = (kind: Note['kind'], why: string): void => {
    turn.notes.push({ origin: originAt(place.file, node.at), kind, what: showNode(node), why })
  }
  if (type === 'composite' || type === 'assert-set') {
    if (negated) note('lost', 'a set of expectations cannot be negated as a whole')
    else {
      const parts = ['assert', 'assertions', 'evaluators'].flatMap((key) => itemsOf(memberOf(node, key)))
      for (const part of parts) applyGrader(part, turn, place)
      if (memberOf(node, 'aggregator') !== undefined) note('changed', 'all parts have to hold, without weights')
    }
  } else if (judges.test(type)) applyJudge(node, turn, place, negated)
  else if (type === 'tool-trajectory') applyTrajectory(node, turn, note, negated)
  else applyWords(node, type, turn, place, { negated, note })
}

/** Expects a judge to find a sentence true. The node is a text or an item of `rubrics`. */
export function applyRubric(node: YamlNode, turn: DraftTurn, { file, render }: GraderPlace, opposed = false): void {
  const told = ['outcome', 'description', 'criteria', 'value'].flatMap((key) => textOf(memberOf(node, key)) ?? [])
  const text = textOf(node) ?? told[0] ?? null
  const note = (kind: Note['kind'], what: string, why: string): void => {
    turn.notes.push({ origin: originAt(file, node.at), kind, what, why })
  }
  const why = text === null ? 'a criterion is a text' : expectCriterion(turn, render(text), { opposed })
  if (why !== null) {
    note('lost', showNode(node), why)
    return
  }
  note('changed', 'criterion', judgedHere)
  if (textOf(memberOf(node, 'required')) === 'false')
    note('changed', 'required: false', 'what stands in a suite has to hold')
  for (const { key, value } of entriesOf(node)) {
    const reason = Object.hasOwn(left, key) ? left[key] : undefined
    if (reason !== undefined && !(key === 'weight' && Number(textOf(value)) === 1))
      note('lost', showEntry({ key, value }), reason)
  }
}

/** A judge with criteria of its own; if its prompt is in another file, there is no sentence to import. */
function applyJudge(node: YamlNode, turn: DraftTurn, place: GraderPlace, opposed: boolean): void {
  const criteria = ['rubrics', 'criteria', 'value'].flatMap((key) => {
    const found = memberOf(node, key)
    return found === undefined ? [] : found.kind === 'list' ? found.items : [found]
  })
  for (const each of criteria) applyRubric(each, turn, place, opposed)
  if (criteria.length > 0) return
  const why = 'what this judge asks is in a prompt of its own: write judge: and a sentence that is true or not'
  turn.notes.push({ origin: originAt(place.file, node.at), kind: 'lost', what: showNode(node), why })
}

/** Names of tools, in order, with other calls allowed in between; AgentV's other modes demand more or less. */
function applyTrajectory(
  node: YamlNode,
  turn: DraftTurn,
  note: (kind: Note['kind'], why: string) => void,
  negated: boolean,
): void {
  const expected = itemsOf(memberOf(node, 'expected'))
  const least = entriesOf(memberOf(node, 'minimums'))
  const names = [
    ...expected.flatMap((each) => textOf(memberOf(each, 'tool')) ?? textsOf(each)),
    ...least.flatMap(({ key, value }) => Array.from({ length: Math.min(20, Number(textOf(value)) || 1) }, () => key)),
  ]
  if (negated) note('lost', 'calls that must not be are written under calls: { never: […] }')
  else if (names.length === 0 || !names.every((name) => /^[\w.-]+$/.test(name))) note('lost', 'it names no tool')
  else {
    turn.calls.push(...names)
    const mode = (textOf(memberOf(node, 'mode')) ?? '').replaceAll('_', '-')
    if (mode === 'any-order' || least.length > 0)
      note('changed', 'calls are expected in this order: any order is calls: { any order: […] }')
    if (mode === 'exact') note('changed', 'other calls may stand between: exactly these are calls: { exactly: […] }')
    const args = expected.some(
      (each) =>
        !['any', null].includes(textOf(memberOf(each, 'args')) ?? (memberOf(each, 'args') === undefined ? null : '')),
    )
    if (args) note('lost', 'arguments are written by hand: calls: [{ name: { key: value } }]')
  }
}

function applyWords(
  node: YamlNode,
  type: string,
  turn: DraftTurn,
  { render }: GraderPlace,
  { negated, note }: { negated: boolean; note: (kind: Note['kind'], why: string) => void },
): void {
  const value = memberOf(node, 'value')
  const text = textOf(value)
  const flags = textOf(memberOf(node, 'flags'))
  const condition =
    type === 'ends-with' && text !== null && text !== ''
      ? { 'ends with': render(text) }
      : type === 'regex' && text !== null && flags !== null
        ? assertionCondition(type, { ...(value as YamlNode & { kind: 'scalar' }), source: `/${text}/${flags}` }, render)
        : assertionCondition(type === 'latency' ? 'none' : type, value, render)
  if (typeof condition === 'string')
    note('lost', /code|script/.test(type) ? 'code is not run: expect words, calls or times' : condition)
  else turn.conditions.push(negated ? negateCondition(condition) : condition)
}
