import type { JsonObject } from '../../base/json.ts'
import { dash, shorten, writeMember } from '../../suite/yaml/write-yaml.ts'
import { asserts, type DraftTurn } from './draft/draft.ts'
import { joinConditions } from './draft/join-conditions.ts'
import { writeNotes } from './write-notes.ts'

/** The lines of a turn, as an item of `turns` that is indented by `room`; what was lost stands as comments below it. */
export function writeTurn(turn: DraftTurn, file: string, room: number): string[] {
  const { speaker, text, attachments, timeLimit, capture, notes, remarks } = turn
  const head = speaker === 'agent' ? ['agent starts: true'] : writeMember(speaker, text, room)
  return dash([
    ...head,
    ...(attachments.length === 0 ? [] : writeMember('attachments', attachments, room)),
    ...(timeLimit === null ? [] : [`time limit: ${timeLimit}`]),
    ...remarks.map((each) => `# ${each.label} ${shorten(each.text)}`),
    ...writeNotes(notes, file),
    ...(asserts(turn) ? writeExpectation(turn, room) : []),
    ...(Object.keys(capture).length === 0 ? [] : writeMember('capture', capture, room)),
  ])
}

function writeExpectation({ conditions, items, calls, latency }: DraftTurn, room: number): string[] {
  const reply: JsonObject = joinConditions(conditions)
  for (const [kind, matchers] of Object.entries(items))
    reply[kind] = matchers.length === 1 ? (matchers[0] ?? null) : kind === 'content' ? { all: matchers } : matchers
  const expect: JsonObject = {
    ...(Object.keys(reply).length > 0 ? { reply } : {}),
    ...(calls.length === 0 ? {} : { calls }),
    ...(latency === null ? {} : { latency }),
  }
  return writeMember('expect', expect, room)
}
