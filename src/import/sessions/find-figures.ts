/** What is hardly ever reworded, whole and as written: amounts, codes, dates, times, numbers. No list numbers. */
export function findFigures(text: string): string[] {
  const figuresFound = [...text.matchAll(figures)].flatMap(({ 0: figure, index }) => {
    const isMarker =
      /(?:^|\n)[\s>*#-]*$/.test(text.slice(0, index).slice(-20)) &&
      /^[.)](?:\s|\*)/.test(text.slice(index + figure.length))
    return /\d/.test(figure) && !(isMarker && isLoneNumber(figure)) ? [figure.replace(/['’]s$/, '')] : []
  })
  return [...new Set(figuresFound)]
}

/** A number of one or two digits, which occurs inside many others. */
export function isLoneNumber(figure: string): boolean {
  return /^\d{1,2}$/.test(figure)
}

/** What a number counts or measures: with one of these after it, even a short number is meaningful. */
const units = new RegExp(
  `^(?: (?:to|or|and) \\d{1,3})?(?: ?[%°€£$]|[ -](?:(?:${[
    'good|full|whole|more|extra|other|business|working|calendar|consecutive|square|cubic|fluid|us|american|canadian|young|small|large',
  ].join('|')}) )?(?:${[
    '(?:milli|micro|nano)?sec(?:ond)?s?|minutes?|mins?|hours?|hrs?|h|days?|nights?|weeks?|weekends?|fortnights?|months?|years?|yrs?|decades?',
    'people|persons?|adults?|children|kids|infants?|babies|guests?|passengers?|travell?ers?|seats?|tickets?|rooms?|beds?|bedrooms?|bathrooms?',
    'bags?|suitcases?|pieces?|items?|units?|copies|packs?|boxes|bottles?|tablets?|pills?|capsules?|doses?|drops?|times',
    'mg|mcg|g|grams?|kg|kilos?|kilograms?|lbs?|pounds?|oz|ounces?|ml|cl|l|lit(?:er|re)s?|gallons?',
    'mm|cm|m|met(?:er|re)s?|km|kilomet(?:er|re)s?|miles?|feet|foot|ft|inch(?:es)?|yards?|acres?|kmh|mph',
    'percent|per cent|points?|stars?|degrees?|celsius|fahrenheit',
    'dollars?|cents?|euros?|eur|usd|gbp|chf|bucks?|francs?|yen|rupees?|pesos?',
    'kb|mb|gb|tb|kwh|kw|watts?|volts?|calories|kcal|stops?|steps?|floors?|storeys?',
  ].join('|')})\\b)`,
  'i',
)

/** The short numbers that are followed by what they count, as `10` in `10 minutes`, without repeats. */
export function findCounts(text: string): string[] {
  const numbers = [...text.matchAll(/(?<![\p{L}\p{N}.,:/-])\d{1,3}(?![\p{L}\p{N}]|[.,:/]\d)/gu)].filter(
    ({ 0: number, index }) => units.test(text.slice(index + number.length, index + number.length + 40)),
  )
  return [...new Set(numbers.map(([number]) => number))]
}

const month =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\b\\.?'
const day = '\\d{1,2}(?:st|nd|rd|th)?(?![\\w:])'

/** Patterns of figures, longest first: a date is one figure, no number next to a word. Linear time each. */
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
