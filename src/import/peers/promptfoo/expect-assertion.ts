import { measuredHere, negateCondition } from '../draft/conditions.ts'
import { type DraftTurn, notesAt } from '../draft/draft.ts'
import { itemsOf, memberOf, originAt, scalarText, showEntry, showNode } from '../draft/read-members.ts'
import { applyJudge, isJudged } from './apply-judge.ts'
import { assertionCondition, codeTypes, isLikeness, reasonOf } from './assertion-condition.ts'
import { type Collecting, withValue } from './collect-tests.ts'
import { expectTrajectory, isAboutCalls } from './expect-trajectory.ts'
import { byReply, lossesBeside } from './member-losses.ts'
import type { SourcedNode } from './open-reference.ts'

/** How assertions are applied: `render` fills in a text, and `whole` where they are about a whole talk. */
interface Applying {
  render: (text: string) => string
  collecting: Collecting
  whole: boolean
}

/** What is read as JSON here, and is not by promptfoo, or the other way round. */
const readAs = (type: string): string =>
  type === 'contains-json'
    ? 'here the whole reply has to be JSON, or a fenced block of it, and not a part of a sentence'
    : 'JSON in a fenced block counts here, too'

/** A pattern between slashes, or with flags inside: promptfoo takes the slashes for characters, and refuses such flags. */
const flagged = /^\/.*\/[a-z]*$|^\(\?[a-z]+\)/s
const byFlags = 'slashes and flags are those of a pattern here, and not what a reply has to have'

/** Adds the expectation of an item of `assert` to a turn; false where nothing of it can be expected. */
export function expectAssertion(written: SourcedNode, turn: DraftTurn, applying: Applying): boolean {
  const { render, collecting, whole } = applying
  const assertionNode = withValue(written, collecting)
  const { node, source } = typeof assertionNode === 'string' ? written : assertionNode
  const { name: file } = source
  const type = scalarText(memberOf(node, 'type')) ?? ''
  let became = true
  const note = (kind: 'lost' | 'changed', why: string): void => {
    became &&= kind !== 'lost'
    notesAt(turn, originAt(file, node.at))(kind, showNode(node), why)
  }
  const [, negation, bare = type] = /^(not-)?(.*)$/s.exec(type) ?? []
  const opposed = negation !== undefined
  const threshold = scalarText(memberOf(node, 'threshold'))
  const rest = (...read: string[]): void => {
    for (const { entry, why } of lossesBeside(node, read))
      notesAt(turn, originAt(file, node.at))('lost', showEntry(entry), why)
  }
  if (typeof assertionNode === 'string') note('lost', codeTypes.test(bare) ? reasonOf(bare) : assertionNode)
  else if (memberOf(node, '$ref') !== undefined) note('lost', 'its $ref leads nowhere in this configuration')
  else if (memberOf(node, 'transform') !== undefined) note('lost', byReply)
  else if (scalarText(memberOf(node, 'weight')) === '0')
    note('lost', 'it weighs nothing: what stands in a suite has to hold')
  else if (bare === 'assert-set') {
    if (threshold !== null && Number(threshold) < 1)
      note('lost', 'expectations hold all together, and not a part of them')
    else if (opposed) note('lost', 'a set of expectations cannot be negated as a whole')
    else {
      rest('assert', 'threshold')
      const items = itemsOf(memberOf(node, 'assert'))
      return items.filter((each) => expectAssertion({ node: each, source }, turn, applying)).length > 0
    }
  } else if (bare === 'latency' && !opposed && Number(threshold) > 0) {
    turn.latency = `${Number(threshold)} ms`
    rest('threshold', 'value')
  } else if (isAboutCalls(bare)) {
    const assertion = { type: bare, opposed, value: memberOf(node, 'value'), threshold }
    for (const { kind, why } of expectTrajectory(turn, assertion, render)) note(kind, why)
    if (became) rest('value', 'threshold')
  } else if (isJudged(bare)) return applyJudge(node, { type: bare, opposed, whole }, turn, { file, render })
  else {
    const condition = assertionCondition(bare, memberOf(node, 'value'), render)
    if (typeof condition === 'string') note('lost', condition)
    else if (opposed && bare === 'contains-json')
      note('lost', 'JSON amid other words is not looked for, so none can be ruled out')
    else if (/:"\s*"|[[,]"\s*"/.test(JSON.stringify(condition))) note('lost', 'it has no value')
    else {
      turn.conditions.push(opposed ? negateCondition(condition) : condition)
      if (isLikeness(bare)) note('changed', measuredHere)
      if ('json' in condition) note('changed', readAs(bare))
      if (bare === 'regex' && flagged.test(scalarText(memberOf(node, 'value')) ?? '')) note('changed', byFlags)
      rest('value', ...(isLikeness(bare) ? ['threshold', 'provider'] : []))
    }
  }
  return became
}
