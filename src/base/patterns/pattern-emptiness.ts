import { inWord } from './unicode-pattern.ts'

/** A compiled program as the engine has it: instructions that lead to others, some over a character in `runes`. */
interface Program {
  inst: readonly { op: number; out: number; arg: number; runes: ArrayLike<number> }[]
  start: number
}

/** What stands on one side of a place in a text: nothing, a line end, a character of a word, or another. */
type Beside = 'none' | 'line end' | 'word' | 'other'
const besides: readonly Beside[] = ['none', 'line end', 'word', 'other']

/** The engine's own numbers for its instructions and assertions (re2js, Inst and Utils). */
const [alt, altMatch, capture, assertion, , match, nop] = [1, 2, 3, 4, 5, 6, 7]
const [beginLine, endLine, beginText, endText, atWord, notAtWord] = [1, 2, 4, 8, 16, 32]

/** Whether a pattern matches no text, as `a^`: follows the program over each kind of neighbour, in linear time. */
export function matchesNothing({ inst, start }: Program): boolean {
  const visited = new Set<string>()
  const open: [at: number, before: Beside, after: Beside][] = besides.flatMap((before) =>
    besides.map((after): [number, Beside, Beside] => [start, before, after]),
  )
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [at, before, after] = next
    const key = next.join(' ')
    const one = inst[at]
    if (visited.has(key) || one === undefined) continue
    visited.add(key)
    if (one.op === match) return false
    if (one.op === alt || one.op === altMatch) open.push([one.out, before, after], [one.arg, before, after])
    else if (one.op === capture || one.op === nop) open.push([one.out, before, after])
    else if (one.op === assertion) {
      if ((one.arg & ~holding(before, after)) === 0) open.push([one.out, before, after])
    } else if (one.op > nop && takes(one.runes, after))
      open.push(...besides.map((behind): [number, Beside, Beside] => [one.out, after, behind]))
  }
  return true
}

function holding(before: Beside, after: Beside): number {
  return (
    (before === 'none' ? beginText | beginLine : before === 'line end' ? beginLine : 0) |
    (after === 'none' ? endText | endLine : after === 'line end' ? endLine : 0) |
    ((before === 'word') === (after === 'word') ? notAtWord : atWord)
  )
}

/** Wider ranges are not looked through: they count as having characters of each kind. */
const widest = 500

/** Whether some character of a kind is in these ranges; a single one may stand for its capital too. */
function takes(runes: ArrayLike<number>, kind: Beside): boolean {
  for (let index = 0; index < runes.length; index += 2) {
    const [from = 0, to = from] = [runes[index], runes[index + 1]]
    if (kind !== 'none' && to - from > widest) return true
    for (let code = from; code <= to; code += 1) if (besideOf(code) === kind) return true
  }
  return false
}

function besideOf(code: number): Beside {
  if (code === 10) return 'line end'
  return inWord.test(String.fromCodePoint(code)) ? 'word' : 'other'
}
