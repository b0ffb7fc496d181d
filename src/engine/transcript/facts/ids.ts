import { extractMatches, type FactPage, type FactReading } from './fact.ts'

/** `#W4923227`, `credit_card_8897086`, `A-1042/7`; never the rest of `1,200`. */
const token = /(?<![\p{L}\p{N}]|\d[.,'’](?=\d))#?[\p{L}\p{N}]+(?:[_.-][\p{L}\p{N}]+)*/gu
/** A code without digits counts only after a word that announces it. */
const announced =
  /(?<=(?<!\p{L})(?:id|number|no|code|reservation|booking|confirmation|reference|order|ticket|flight|flug|vol|vuelo|nummer|buchung|bestellung|numero|reserva|pedido|commande)[:.]?\s{1,2}(?:is\s|ist\s|est\s|es\s)?[*"'`(#]{0,3})(\p{Lu}{5,10})(?![\p{L}\p{N}_-])/giu

/** The last digits that identify a card: `ending in 8902`, `**** 8902`. */
const tail =
  /(?<=(?:\bend(?:s|ing)?\s(?:in|with)|\blast\s(?:four|4)(?:\s(?:digits|numbers))?(?:\s(?:are|is|of))?:?|\bendet auf|\bmit den Endziffern|[*x•]{2}[ -]?|\.{3})\s{0,2}[*"'(]{0,3})(\d{4})(?![\p{L}\p{N}]|[.,]\d)/giu

/** Reads codes: letters with digits, and digits too long for a count. */
export function extractIds(page: FactPage): void {
  extractMatches(page, tail, ([match]) => {
    const forms = [`i:${match}`, `n:${Number(match)}`, `v:${Number(match)}`]
    return { kind: 'id', forms: [...forms, `tail:${match}`], gives: forms, values: [Number(match)] }
  })
  extractMatches(page, token, ([match], index) => {
    const next = page.rest.slice(index + match.length, index + match.length + 2)
    return isId(match, next) ? idFact(match) : null
  })
  extractMatches(page, announced, ([match]) => (/^\p{Lu}+$/u.test(match) ? idFact(match) : null))
}

function isId(match: string, next: string): boolean {
  if (!/\d/.test(match)) return false
  if (match.startsWith('#')) return true
  const plain = match.replace(/[^\p{L}\p{N}]/gu, '')
  const digits = plain.replace(/\D/g, '').length
  if (digits === plain.length) return !/^[.,]\d/.test(next) && isLongNumber(match)
  // A number and its unit, an ordinal, or a word with a number in front: `10kg`, `3rd`, `27-inch`, `2x4`.
  const isMeasure = /^\d+(?:[.,]\d+)?-?(?:\p{Ll}{1,3}|[KMGT]?B|[kKM]|[°º]?[CF])$/u.test(match)
  // No size or temperature has as many digits before a single letter: `104277-B`.
  if ((isMeasure && !/^\d{4,}-?[BCF]$|^\d{3,}-\p{Lu}$/u.test(match)) || /^\d+(?:st|nd|rd|th)$/i.test(match))
    return false
  if (/^\d+(?:[.-]\d+)?-\p{L}{2,}(?:-\p{L}+)*$/u.test(match)) return false
  if (/^\d+x\d+$/i.test(match)) return false
  return (digits >= 2 && plain.length >= 3) || (plain.length >= 5 && !/\p{Ll}/u.test(plain))
}

/** Whether digits are an id: `10042` and `12-345678`, but not the range `5-7` or `1.204.500`. */
function isLongNumber(match: string): boolean {
  if (/^\d+$/.test(match)) return match.length >= 5 || (match.length > 1 && match.startsWith('0'))
  if (/^\d{1,3}(?:\.\d{3})+$/.test(match) || /^\d+\.\d+$/.test(match)) return false
  if (/^\d{1,4}[-:/]\d{1,4}$/.test(match)) return false
  return true
}

/** In a source its parts count too: an agent's 8897086 is the tool's `credit_card_8897086`. */
function idFact(match: string): FactReading {
  const own = match.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const parts = match
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => /\d/.test(part))
  const isNumber = /^\d+$/.test(own)
  const value = Number(own)
  const bare = isNumber ? [`n:${value}`, `v:${value}`] : []
  const form = `i:${own}`
  const dialled = isNumber && own.length >= 7 ? [7, 9, 10].map((count) => `ph:${own.slice(-count)}`) : []
  return {
    kind: 'id',
    forms: [form],
    gives: [form, ...bare, ...dialled, ...parts.map((part) => `i:${part}`), ...parts.flatMap((part) => tailOf(part))],
    values: isNumber && own.length < 12 ? [value] : [],
  }
}

/** The last four digits of a long number, which identify cards and phones. */
function tailOf(part: string): string[] {
  const digits = /\d{7,}$/.exec(part)?.[0]
  return digits === undefined ? [] : [`tail:${digits.slice(-4)}`]
}
