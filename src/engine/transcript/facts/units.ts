/** A unit by what it measures, and how many of the smallest one of its kind it is. */
export interface MeasureUnit {
  kind: string
  size: number
}

/** Units of measure in English, German, French and Spanish, without accents. */
const rows: readonly (readonly [kind: string, size: number, words: string])[] = [
  ['time', 1, 'second seconds sec secs sekunde sekunden sek secondes segundo segundos'],
  ['time', 60, 'minute minutes min mins minuten minuto minutos'],
  ['time', 3_600, 'hour hours hr hrs h std stunde stunden heure heures hora horas'],
  [
    'time',
    86_400,
    'day days workday workdays weekday weekdays tag tage tagen werktag werktage werktagen arbeitstag arbeitstage arbeitstagen jour jours dia dias',
  ],
  ['time', 604_800, 'week weeks woche wochen semaine semaines semana semanas'],
  ['months', 1, 'month months monat monate monaten mois mes meses'],
  ['months', 12, 'year years yr yrs jahr jahre jahren ans annee annees ano anos'],
  ['mass', 1, 'g gram grams gramm gramme grammes gramo gramos'],
  ['mass', 1_000, 'kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos'],
  ['pounds', 1, 'lb lbs'],
  ['length', 1, 'mm millimeter millimeters millimetre millimetres millimetros'],
  ['length', 10, 'cm centimeter centimeters centimetre centimetres zentimeter centimetros'],
  ['length', 1_000, 'meter meters metre metres metern metro metros'],
  ['length', 1_000_000, 'km kilometer kilometers kilometre kilometres kilometern kilometro kilometros'],
  ['miles', 1, 'mile miles meile meilen milles millas'],
  ['feet', 1, 'ft foot feet'],
  ['inches', 1, 'inch inches zoll pouce pouces pulgada pulgadas'],
  ['data', 1, 'mb megabyte megabytes'],
  ['data', 1_000, 'gb gigabyte gigabytes'],
  ['data', 1_000_000, 'tb terabyte terabytes'],
  ['degrees', 1, 'degree degrees grad degre degres grado grados °'],
]
const units = new Map(
  rows.flatMap(([kind, size, words]) => words.split(' ').map((word): [string, MeasureUnit] => [word, { kind, size }])),
)

/** Words between a number and its unit: `5 business days`. */
const between =
  /^(?:business|working|calendar|full|whole|more|further|additional|consecutive|volle|weitere|ganze|ouvres|ouvrables)$/i

/** What may stand between a number and its unit: the end of a range, as in `5 to 7 business days`. */
const behind =
  /^[ \u00a0*_-]{0,3}(?:(?:to|or|and|bis|oder|und|a|ou|et|y|o|-|–)[ -]{1,2}[\d\p{L}]{1,12}[ -]{1,2}|[-–]\d{1,3}[ -]{1,2})?(°|\p{L}{1,20})(?:[ -](\p{L}{3,20}))?/iu
/** A unit in the name of a member: `eta_hours: 48`. */
const before = /(\p{L}{3,20}):[ *_"'`]{1,3}$/u

/** The unit of a number, by the text before it and behind it without accents; undefined where none is named. */
export function unitBeside(leftText: string, right: string): MeasureUnit | undefined {
  const [, first = '', second = ''] = behind.exec(right) ?? []
  return unitOf(first) ?? (between.test(first) ? unitOf(second) : undefined) ?? unitOf(before.exec(leftText)?.[1] ?? '')
}

export function unitOf(word: string): MeasureUnit | undefined {
  return units.get(word.toLowerCase())
}
