import { isJsonObject } from '../../../base/json/json.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { isBlank } from '../../../base/text/characters.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import { identify } from '../identify.ts'
import type { LawFinding, SessionLawFacts } from '../law.ts'

/** Law `known entries`: an unreadable one may be the very call that was forbidden, so its turn cannot be judged. */
export function checkKnownEntries(entries: readonly TranscriptEntry[]): LawFinding[] {
  const findings: LawFinding[] = []
  let index = -1
  for (const entry of entries) {
    index += 1
    for (const message of strangersIn(entry)) findings.push({ law: 'known entries', message, index })
  }
  return findings
}

export function checkStoredEntries({ session, entries }: Pick<SessionLawFacts, 'session' | 'entries'>): LawFinding[] {
  const strange = session.transcript.filter((entry) => strangersIn(entry).length > 0)
  if (strange.length === 0) return []
  const prints = new Set(entries.filter((entry) => strangersIn(entry).length > 0).map(identify))
  const hidden = strange.filter((entry) => !prints.has(identify(entry)))
  return checkKnownEntries(hidden).map((finding) => ({
    ...finding,
    message: `the stored session holds what no turn showed, and ${finding.message}`,
    index: session.transcript.indexOf(hidden[finding.index ?? 0] as TranscriptEntry),
  }))
}

/** What is unreadable in an entry: the entry itself, items of its content, or a call without a name. */
function strangersIn(entry: TranscriptEntry): string[] {
  if (entry.type === 'unknown') return [ofNoType(`an entry ${nameOf(entry.original)}`)]
  if (entry.type === 'function_call' || entry.type === 'function_call_output')
    return isBlank(entry.name)
      ? [`${unnamed[entry.type]} (${cutText(entry.call_id, 60)}) cannot be read: it has no name`]
      : []
  if (entry.type !== 'message') return []
  const items: string[] = []
  for (const item of entry.content)
    if (item.type === 'unknown') items.push(ofNoType(`a content item ${nameOf(item.original)}`))
  return items
}

const unnamed = { function_call: 'a call', function_call_output: 'an output' } as const

function ofNoType(what: string): string {
  return `${what} cannot be read: the interface has no such type`
}

/** Its type and, where it has one, its name: `of the type "tool_use", named "issue_refund"`. */
function nameOf(original: unknown): string {
  const { type, name } = isJsonObject(original) ? original : {}
  const nameNote = typeof name === 'string' ? `, named ${quote(name)}` : ''
  return `of the type ${quote(String(type))}${nameNote}`
}

function quote(text: string): string {
  return JSON.stringify(cutText(text, 60))
}
