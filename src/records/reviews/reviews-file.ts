import type { Document, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import type { ConversationComparison } from '../../compare/model/conversation-comparison.ts'
import { fingerprintOf, type ReviewEntry } from '../../compare/review/settle-reviews.ts'
import { day } from '../../suite/language/matchers/date.ts'
import { reason } from '../../suite/language/matchers/fixed-text.ts'
import { list } from '../../suite/yaml/collections.ts'
import { optional, record, required } from '../../suite/yaml/record.ts'
import { text, withPlace, word } from '../../suite/yaml/scalar.ts'
import { type ReadOf, refuse, type Shape } from '../../suite/yaml/shape.ts'
import { yamlLibrary } from '../../suite/yaml/yaml-library.ts'

/** The fingerprints of an entry, in letters, with a question mark behind those that need not be there again. */
const fingerprint: Shape<string[]> = {
  read(node, reading) {
    const rawText = text.read(node, reading)
    if (rawText === undefined) return undefined
    const ids = rawText.trim().split(/\s+/)
    const wrong = ids.find((id) => !/^[a-p]{10}\??$/.test(id))
    if (wrong === undefined) return ids
    const hint = 'leave it as tableread review wrote it, or take the entry out and decide again'
    return refuse(reading, 'wrong-value', node.at, `"${wrong}" is no fingerprint`, hint)
  },
  schema: () => ({ type: 'string', pattern: '^\\s*[a-p]{10}\\??(\\s+[a-p]{10}\\??)*\\s*$' }),
}

const entry = record('a decision', {
  suite: required(text, 'The name of the suite.'),
  conversation: required(withPlace(text), 'The name of the conversation.'),
  agent: required(text, 'The agent that does otherwise.'),
  differs: optional(list('differences', text), 'What differs, as a person reads it; nothing reads it back.'),
  fingerprint: required(fingerprint, 'What differs, as it is found again: written by `tableread review`.'),
  decision: required(word(['approved', 'rejected']), 'approved: it is meant. rejected: it must not be.'),
  by: required(text, 'Who decided.'),
  on: required(day, 'The day of the decision (YYYY-MM-DD).'),
  why: required(reason, 'Why.'),
  until: optional(day, 'A date (YYYY-MM-DD) from which the decision no longer holds.'),
})

type Written = ReadOf<typeof entry>

/** A file of decisions. Two decisions about the same differences that contradict each other are refused. */
export const reviewsShape: Shape<ReviewEntry[]> = {
  read(node, reading) {
    const entries = list('decisions', entry).read(node, reading)
    const entryByKey = new Map<string, Written>()
    for (const each of entries ?? []) {
      const other = entryByKey.get(keyOf(plain(each)))
      if (other !== undefined && other.decision !== each.decision)
        refuse(
          reading,
          'wrong-value',
          each.conversation.at,
          `"${each.conversation.value}" is ${each.decision} here, and ${other.decision} on line ${other.conversation.at.line}`,
          'keep one of both: two people may have decided at once',
        )
      entryByKey.set(keyOf(plain(each)), each)
    }
    return entries?.map(plain)
  },
  schema: list('decisions', entry).schema,
}

function plain({ at: _, conversation, differs = [], ...rest }: Written): ReviewEntry {
  return { ...rest, conversation: conversation.value, differs }
}

/** What an entry is about: two entries with one key are about the same differences. */
function keyOf({ suite, conversation, agent, fingerprint: ids }: ReviewEntry): string {
  return JSON.stringify([suite, conversation, agent, ids.map((id) => id.replace('?', '')).sort()])
}

/** At most this many differences are written out; the fingerprint has all of them. */
const mostTold = 8

/** The entry for a decision about everything that differs in a conversation. */
export function decide(
  compared: ConversationComparison,
  decision: Pick<ReviewEntry, 'decision' | 'by' | 'on' | 'why' | 'until'>,
): ReviewEntry {
  const { suite, name, agent, differences = [] } = compared
  const texts = differences.filter(({ quiet }) => quiet !== true).map(({ text: what }) => what)
  const more = texts.length - mostTold
  const differs = [...texts.slice(0, mostTold), ...(more > 0 ? [`and ${more} more`] : [])]
  return { suite, conversation: name, agent, differs, fingerprint: fingerprintOf(compared), ...decision }
}

const head = ' What was decided about differences between versions; written by tableread review (docs/review.md).'

/** The file's text with entries added and dropped, in fixed order with their comments; equal ones are replaced. */
export function writeReviews(
  fileText: string | null,
  { add = [], drop = [] }: { add?: readonly ReviewEntry[]; drop?: readonly ReviewEntry[] },
): string {
  const { Document: Made, isMap, isSeq, parseDocument, visit } = yamlLibrary()
  const document: Document = fileText === null || fileText.trim() === '' ? new Made([]) : parseDocument(fileText)
  if (fileText === null) document.commentBefore = head
  if (!isSeq(document.contents)) document.contents = document.createNode([]) as never
  const entries = document.contents as unknown as YAMLSeq
  const staleKeys = new Set([...add, ...drop].map(keyOf))
  const rest = entries.items.filter((each): each is YAMLMap => isMap(each) && !staleKeys.has(keyOf(read(each))))
  const lead = entries.items[0]
  if (isMap(lead) && lead.commentBefore != null && !rest.includes(lead)) delete lead.commentBefore
  const nodes = add.map((each) => document.createNode(layOut(each)) as YAMLMap)
  for (const each of nodes) visit(each, { Scalar: (key, scalar) => void (key !== 'key' && quoteDoubtful(scalar)) })
  entries.items = [...rest, ...nodes].sort((one, other) => (orderOf(read(one)) < orderOf(read(other)) ? -1 : 1))
  entries.flow = entries.items.length === 0
  const text = document.toString({ lineWidth: 0 })
  return fileText?.includes('\r\n') === true ? text.replaceAll(/\r?\n/g, '\r\n') : text
}

/** What a parser of YAML might take for something else, and what our own reader refuses plain, stands in quotes. */
function quoteDoubtful(scalar: Scalar): void {
  const { value } = scalar
  const isPlain =
    /^[\p{L}\d][\p{L}\p{N} ,.()'?-]*$/u.test(String(value)) && !/^(?:yes|no|on|off|[yn])$/i.test(String(value))
  if (!isPlain) scalar.type = 'QUOTE_DOUBLE'
}

/** Where a text has an alias (`*name`), from 1; null without. Entries come and go, so none may rest on another. */
export function findAlias(text: string): { line: number; column: number } | null {
  if (!/(?:^|[\s[{,])\*\S/m.test(text)) return null
  const { isAlias, parseDocument, visit } = yamlLibrary()
  let aliasAt: number | null = null
  visit(parseDocument(text), {
    Node(_, node) {
      if (isAlias(node)) aliasAt ??= node.range?.[0] ?? 0
    },
  })
  if (aliasAt === null) return null
  const lines = text.slice(0, aliasAt).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

function read(node: YAMLMap): ReviewEntry {
  const { fingerprint: ids = '', ...rest } = node.toJSON() as Record<string, unknown>
  return { ...rest, fingerprint: String(ids).trim().split(/\s+/) } as unknown as ReviewEntry
}

function orderOf({ suite, conversation, agent, fingerprint: ids }: ReviewEntry): string {
  return [suite, conversation, agent, ...ids].join('\n')
}

function layOut({ fingerprint: ids, differs, until, ...each }: ReviewEntry): Record<string, unknown> {
  const { suite, conversation, agent, decision, by, on, why } = each
  return {
    ...{ suite, conversation, agent, differs: [...differs], fingerprint: ids.join(' ') },
    ...{ decision, by, on, why },
    ...(until === undefined ? {} : { until }),
  }
}
