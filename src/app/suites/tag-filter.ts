import { compilePattern } from '../../base/patterns/linear-pattern.ts'
import { isTypo } from '../../base/text/suggest.ts'
import { UsageError } from '../edge/usage-error.ts'

type TagTest = (tags: readonly string[]) => boolean

/**
 * Reads the values of `--tags`, each an expression in the syntax of Vitest's `--tags-filter`: tags, in which `*` stands
 * for any characters, joined by `and` (`&&`), `or` (`||`), `not` (`!`) and parentheses. Of several, one has to hold;
 * those that begin with a negation have to hold all, whatever the others say. `known` are the tags that there are: one
 * that is only nearly among them is refused, because "not slwo" would leave nothing out.
 * @throws UsageError that shows the expression
 */
export function readTagFilter(expressions: readonly string[], knownTags: readonly string[] = []): TagTest {
  const read = expressions.map((text) => ({
    leavesOut: /^\s*(?:!|not(?=[\s(!]))/i.test(text),
    test: readOne(text, knownTags),
  }))
  const [negations, others] = [read.filter((each) => each.leavesOut), read.filter((each) => !each.leavesOut)]
  return (tags) =>
    negations.every(({ test }) => test(tags)) && (others.length === 0 || others.some(({ test }) => test(tags)))
}

/** Reading goes one call deeper with each parenthesis. */
const longest = 2_000

/** Words, and the signs that join them; a sign may touch a word. */
const token = /\s*(?:([()!]|&&|\|\|)|([^\s()!&|]+))/uy

function readOne(text: string, knownTags: readonly string[]): TagTest {
  if (text.length > longest) throw new UsageError(`--tags has ${text.length} characters`, `at most ${longest} are read`)
  const tokens = tokensOf(text)
  let next = 0
  const refuse = (what: string): never => {
    throw new UsageError(
      `--tags "${text}": ${what}`,
      "write tags with and, or, not, ( ) and *, in quotes: --tags 'smoke and not slow'",
    )
  }
  const isNext = (...words: string[]): boolean => words.includes(tokens[next]?.toLowerCase() ?? '')
  const readAny = (): TagTest => readJoined(readAll, ['or', '||'], (a, b) => (tags) => a(tags) || b(tags))
  const readAll = (): TagTest => readJoined(readTerm, ['and', '&&'], (a, b) => (tags) => a(tags) && b(tags))
  const readJoined = (part: () => TagTest, words: string[], join: (a: TagTest, b: TagTest) => TagTest): TagTest => {
    let read = part()
    while (isNext(...words)) {
      next += 1
      read = join(read, part())
    }
    return read
  }
  const readTerm = (): TagTest => {
    const word = tokens[next] ?? refuse('a tag is missing at its end')
    if (isNext(')', 'and', 'or', '&&', '||')) return refuse(`a tag is missing before "${word}"`)
    next += 1
    if (word === '!' || word.toLowerCase() === 'not') {
      const term = readTerm()
      return (tags) => !term(tags)
    }
    if (word !== '(') return readTag(word, knownTags, refuse)
    const inner = readAny()
    if (!isNext(')')) return refuse('a ")" is missing')
    next += 1
    return inner
  }
  const test = readAny()
  return next === tokens.length ? test : refuse(`"and" or "or" is missing before "${tokens[next]}"`)
}

function readTag(word: string, knownTags: readonly string[], refuse: (what: string) => never): TagTest {
  if (word.includes(',')) return refuse(`tags are joined by words: ${word.split(',').filter(Boolean).join(' or ')}`)
  if (word.includes('*')) {
    const source = word.split(/\*+/).map((each) => each.replace(/[^\p{L}\p{N}]/gu, '\\$&'))
    const { test } = compilePattern({ source: `^${source.join('.*')}$`, flags: 's' })
    const begin = word.split('*')[0] ?? ''
    const suggestion = knownTags.some(test)
      ? undefined
      : knownTags.find((each) => isTypo(begin, each.slice(0, begin.length)))
    if (suggestion !== undefined)
      return refuse(`no conversation has a tag like "${word}"; did you mean ${suggestion.slice(0, begin.length)}*?`)
    return (tags) => tags.some((tag) => test(tag))
  }
  const near = knownTags.includes(word) ? undefined : knownTags.find((each) => isTypo(word, each))
  if (near !== undefined) return refuse(`no conversation has the tag "${word}"; did you mean ${near}?`)
  return (tags) => tags.includes(word)
}

/** The words and signs of an expression; what is neither, such as a single `&`, stands alone. */
function tokensOf(text: string): string[] {
  const tokens: string[] = []
  for (token.lastIndex = 0; token.lastIndex < text.trimEnd().length; ) {
    const at = token.lastIndex
    const [, sign, word] = token.exec(text) ?? []
    if (sign === undefined && word === undefined)
      throw new UsageError(`--tags "${text}": "${text.slice(at).trim()[0]}" joins no tags`, 'write and, or, && or ||')
    tokens.push(sign ?? word ?? '')
  }
  return tokens
}
