import { toNormalForm } from '../../base/text/normal-form.ts'
import { straightenQuotes, toReaderText, toSoughtPattern, toSoughtText } from '../../base/text/reader-text.ts'
import type { Difference } from '../../suite/language/matchers/matcher.ts'

/** Unicode form and line ends never matter; other differences are ignored if the script says so. */
export interface Folding {
  ignored: readonly Difference[]
  /** Under a negation: a call without `approved` counts as one whose `approved` is not true, and is forbidden too. */
  turned: boolean
  readers: Readers
  read: (text: string) => string
}

/** For `people` what a reader sees counts too, for `programs` only in what is ruled out; `items` have such members. */
type Readers = 'people' | 'items' | 'programs' | 'nobody'

/** Compares texts as they are, apart from Unicode form and line ends; what is ruled out also as a reader sees them. */
export const exactly: Folding = { ignored: [], turned: false, readers: 'programs', read: toReaderText }

const forPeople: Folding = { ...exactly, readers: 'people' }

/** For content items and messages that were sent: people read some of their members. */
export const forItems: Folding = { ...exactly, readers: 'items' }

/** For several texts and what joins them: each of them is a paragraph of its own. */
export function forPeopleApart(texts: readonly string[], whole: string | undefined): Folding {
  if (texts.length < 2) return forPeople
  const read = (text: string): string =>
    text === whole ? texts.flatMap((each) => toReaderText(each) || []).join('\n') : toReaderText(text)
  return { ...forPeople, read }
}

export function turn(folding: Folding): Folding {
  return { ...folding, turned: !folding.turned }
}

/** The same folding for other readers; for nobody stays for nobody. */
export function readBy(readers: Readers, folding: Folding): Folding {
  return folding.readers === readers || folding.readers === 'nobody' ? folding : { ...folding, readers }
}

const membersForPeople: readonly string[] = ['text', 'caption', 'filename']

export function ofMember(key: string, folding: Folding): Folding {
  return folding.readers === 'items' ? readBy(membersForPeople.includes(key) ? 'people' : 'programs', folding) : folding
}

/** Adds what a script ignores here to what is already ignored around it. */
export function foldingOf({ ignored }: Pick<Folding, 'ignored'>, folding: Folding): Folding {
  const { ignored: around } = folding
  return { ...folding, ignored: [...around, ...ignored.filter((each) => !around.includes(each))] }
}

type Relation = 'equals' | 'contains' | 'starts with' | 'ends with'

const relations: Record<Relation, (text: string, wanted: string) => boolean> = {
  equals: (text, sought) => text === sought,
  contains: (text, sought) => text.includes(sought),
  'starts with': (text, sought) => text.startsWith(sought),
  'ends with': (text, sought) => text.endsWith(sought),
}

/** Whether a text equals or contains another one, as it was sent or, where that counts, as a reader sees it. */
export function relates(text: string, relation: Relation, part: string, folding: Folding): boolean {
  const holds = relations[relation]
  if (holds(foldText(text, folding), foldText(part, folding))) return true
  const read = readText(text, folding)
  const sought = read === null ? null : toSoughtText(part)
  if (read === null || sought === null || (read === text && sought === part)) return false
  return holds(foldText(read, folding), foldText(relation === 'equals' ? sought.trim() : sought, folding))
}

/** The same for a pattern, whose case is left to its flag. `finds` searches a text for the source of a pattern. */
export function fits(
  text: string,
  source: string,
  folding: Folding,
  finds: (source: string, text: string) => boolean,
): boolean {
  const cased = { ...folding, ignored: folding.ignored.filter((each) => each !== 'case') }
  if (finds(foldPattern(source, folding), foldText(text, cased))) return true
  const read = readText(text, folding)
  if (read === null) return false
  const sought = toSoughtPattern(source)
  if (read === text && sought === source) return false
  return finds(foldPattern(sought, folding), foldText(read, cased))
}

/** A text as a reader sees it; null where that does not count. */
function readText(text: string, { readers, turned, read }: Folding): string | null {
  return readers === 'nobody' || (readers === 'programs' && !turned) ? null : read(text)
}

/** Lower-casing and then upper-casing unifies `ß` with `SS`, and the two forms of sigma. */
export function foldText(text: string, { ignored }: Pick<Folding, 'ignored'>): string {
  let folded = ignored.includes('width') ? foldWidth(text, (plain) => plain) : text
  folded = toNormalForm(folded, 'NFC')
  if (folded.includes('\r')) folded = folded.replace(/\r\n?/g, '\n')
  if (ignored.includes('quotes')) folded = straightenQuotes(folded)
  if (ignored.includes('spaces')) folded = folded.replace(/\s+/g, ' ').trim()
  return ignored.includes('case') ? folded.toLowerCase().toUpperCase() : folded
}

/** A full-width punctuation mark is literal in a pattern, so the plain one that it becomes is escaped. */
function foldPattern(source: string, { ignored }: Folding): string {
  const even = ignored.includes('width')
    ? foldWidth(source, (plain) => plain.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
    : source
  const folded = toNormalForm(even, 'NFC')
  return ignored.includes('quotes') ? straightenQuotes(folded) : folded
}

/** Replaces full-width letters, digits and marks, half-width Korean and Japanese ones, and the wide space. */
function foldWidth(text: string, write: (plain: string) => string): string {
  return text.replace(/[\u3000\uff01-\uffee]+/g, (wide) => write(toNormalForm(wide, 'NFKC')))
}
