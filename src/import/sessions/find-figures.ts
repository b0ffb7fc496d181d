/**
 * What of a text hardly ever stands in other words: amounts, codes, dates, times and numbers, each whole and as it is
 * written (`$3,600,000`, `HAT069`, `May 20th`, `6:30 pm`), in their order and once each. Numbers of lists are none.
 */
export function findFigures(text: string): string[] {
  const found = [...text.matchAll(figures)].flatMap(({ 0: figure, index }) => {
    const isMarker =
      /(?:^|\n)[\s>*#-]*$/.test(text.slice(0, index).slice(-20)) &&
      /^[.)](?:\s|\*)/.test(text.slice(index + figure.length))
    return /\d/.test(figure) && !(isMarker && isLoneNumber(figure)) ? [figure.replace(/['’]s$/, '')] : []
  })
  return [...new Set(found)]
}

/** A number of one or two digits, which stands in many others. */
export function isLoneNumber(figure: string): boolean {
  return /^\d{1,2}$/.test(figure)
}

const month =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\b\\.?'
const day = '\\d{1,2}(?:st|nd|rd|th)?(?![\\w:])'

/** The longest first: a date is one figure, and no number beside a word. Each is matched in linear time. */
const figures = new RegExp(
  [
    'https?://[^\\s"\'<>]+[^\\s"\'<>.,;:!?)\\]*]',
    '\\d{4}-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d(?::\\d\\d)?Z?)?',
    `${month} ${day}(?:,? \\d{4}\\b)?`,
    `${day}(?: of)? ${month}(?:,? \\d{4}\\b)?`,
    '\\d{1,2}(?::\\d\\d)? ?[ap]\\.?m\\b',
    '\\+?\\(?\\d(?:[ ()-]{0,2}\\d){7,}',
    "[$€£₹¥#]?[\\p{L}\\p{N}]+(?:(?:[-_/@+&'’]|(?<=\\d)[.,:](?=\\d))[\\p{L}\\p{N}]+)*%?",
  ].join('|'),
  'giu',
)
