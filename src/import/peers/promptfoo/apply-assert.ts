import type { YamlNode } from '../../../suite/yaml/node.ts'
import type { DraftTurn } from '../draft/draft.ts'

import { negateCondition } from '../draft/negate-condition.ts'

import type { Note } from '../draft/note.ts'
import { itemsOf, memberOf, originAt, showNode, textOf, textsOf } from '../draft/read-members.ts'
import { assertionCondition } from './assertion-condition.ts'

/** Expects what an item of `assert` asserts of the answer of a turn. `render` fills in a text. */
export function applyAssert(node: YamlNode, turn: DraftTurn, file: string, render: (text: string) => string): void {
  const type = textOf(memberOf(node, 'type')) ?? ''
  const note = (kind: Note['kind'], why: string): void => {
    turn.notes.push({ origin: originAt(file, node.at), kind, what: showNode(node), why })
  }
  const [, negation, bare = type] = /^(not-)?(.*)$/s.exec(type) ?? []
  const threshold = textOf(memberOf(node, 'threshold'))
  if (memberOf(node, 'transform') !== undefined)
    note('lost', 'a reply is held against what it is, without a change before')
  else if (textOf(memberOf(node, 'weight')) === '0')
    note('lost', 'it weighs nothing: what stands in a suite has to hold')
  else if (bare === 'assert-set') {
    if (threshold !== null && Number(threshold) < 1)
      note('lost', 'expectations hold all together, and not a part of them')
    else if (negation !== undefined) note('lost', 'a set of expectations is not turned round as a whole')
    else for (const each of itemsOf(memberOf(node, 'assert'))) applyAssert(each, turn, file, render)
  } else if (bare === 'latency' && negation === undefined && Number(threshold) > 0)
    turn.latency = `${Number(threshold)} ms`
  else if (bare === 'trajectory:tool-used' && negation === undefined && isNames(memberOf(node, 'value')))
    turn.calls.push(...textsOf(memberOf(node, 'value')))
  else {
    const condition = assertionCondition(bare, memberOf(node, 'value'), render)
    if (typeof condition === 'string') note('lost', condition)
    else turn.conditions.push(negation === undefined ? condition : negateCondition(condition))
  }
}

function isNames(node: YamlNode | undefined): boolean {
  return textsOf(node).length > 0 && textsOf(node).every((name) => /^[\w.-]+$/.test(name))
}
