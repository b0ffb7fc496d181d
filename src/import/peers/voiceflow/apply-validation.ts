import type { YamlNode } from '../../../suite/yaml/node.ts'
import { type DraftConversation, type DraftTurn, expectItem } from '../draft/draft.ts'
import { keepLiteral } from '../draft/keep-literal.ts'
import { memberOf, originAt, showNode, textOf } from '../draft/read-members.ts'
import { readPattern } from '../draft/read-pattern.ts'

const traces: Readonly<Record<string, string>> = { choice: 'button', visual: 'image', audio: 'audio', video: 'video' }

/** Expects what an item of `validate` checks. Voiceflow's checks hold when any message of the turn meets them. */
export function applyValidation(node: YamlNode, turn: DraftTurn, { variables }: DraftConversation, file: string): void {
  const type = textOf(memberOf(node, 'type')) ?? ''
  const value = textOf(memberOf(node, 'value')) ?? ''
  const lose = (why: string): void => {
    turn.notes.push({ origin: originAt(file, node.at), kind: 'lost', what: showNode(node), why })
  }
  if (value === '' && ['contains', 'equals', 'regexp', 'traceType'].includes(type)) lose('it has no value')
  else if (type === 'contains') turn.conditions.push({ contains: keepLiteral(value, variables) })
  else if (type === 'equals') expectItem(turn, 'text', keepLiteral(value, variables))
  else if (type === 'regexp') {
    const [, source = value, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(value) ?? []
    const read = readPattern(source, flags.replace(/[^ims]/g, ''))
    if (read.ok) turn.conditions.push({ matches: keepLiteral(read.text, variables) })
    else lose(read.why)
  } else if (type === 'traceType' && (value === 'text' || value === 'speak')) turn.conditions.push({ empty: false })
  else if (type === 'traceType' && traces[value] !== undefined)
    expectItem(turn, 'content', { contains: { kind: traces[value] ?? '' } })
  else if (type === 'traceType') lose('a reply has texts, buttons and media, and no other traces')
  else if (type === 'similarity') lose('nothing judges how alike texts are: expect words')
  else if (type === 'variable') lose('variables of the agent are no part of a transcript: expect session variables')
  else lose('this check is not known')
}
