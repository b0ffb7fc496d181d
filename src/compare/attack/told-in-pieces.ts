import { lettersOf } from './letters.ts'

/** The longest distance between two pieces of a text within one reply, in characters. */
const nearest = 30
/** In replies with more words than this, a single letter counts as an ordinary word, not as a piece. */
const mostLone = 12
const mostWords = 5_000

/** Finds a text told in pieces, a word each soon after the last; across replies, with no other word of it. The last. */
export function findPieces(text: string, replies: readonly string[]): { as: string; reply: number } | null {
  const needle = lettersOf(text).letters
  const parts = partsOf(text)
  /** How many letters of the text had been told by the end of the previous reply, for each way to begin. */
  let open = new Set<number>()
  for (const [reply, replyText] of replies.entries()) {
    const words = wordsOf(replyText)
    const mentioned = new Set(words.map(({ letters }) => letters))
    const own = parts.filter(({ letters }) => mentioned.has(letters))
    const next = new Set<number>()
    for (const from of new Set([0, ...open])) {
      for (const { to, as } of goOn(needle, from, words)) {
        const isOwn = own.every((part) => part.from >= from && part.to <= to)
        if (to === needle.length && (from === 0 || isOwn)) return { as, reply }
        if (isOwn) next.add(to)
      }
    }
    open = next
  }
  return null
}

/** The words of a text, and where each stands among its letters. */
function partsOf(text: string): { letters: string; from: number; to: number }[] {
  let from = 0
  return wordsOf(text).map(({ letters }) => {
    const part = { letters, from, to: from + letters.length }
    from = part.to
    return part
  })
}

interface Word {
  word: string
  letters: string
  index: number
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)]
    .slice(0, mostWords)
    .map(({ 0: word, index }) => ({ word, letters: lettersOf(word).letters, index }))
}

/** How far the text may have been told after a reply, word by word as pieces. */
function goOn(needle: string, begin: number, words: readonly Word[]): { to: number; as: string }[] {
  const reached: { to: number; as: string; end: number }[] = []
  for (const { word, letters, index } of words) {
    const end = index + word.length
    const starts = [begin, ...reached.filter((each) => index - each.end <= nearest).map(({ to }) => to)]
    for (const from of new Set(starts)) {
      const isLone =
        letters.length < 2 &&
        words.length > mostLone &&
        !reached.some((each) => each.to === from && index - each.end <= 2)
      if (letters === '' || isLone || letters === needle || !needle.startsWith(letters, from)) continue
      reached.push({ to: from + letters.length, as: word, end })
      if (from + letters.length === needle.length) return reached
    }
  }
  return reached
}
