import { isList, isMap, jsonOf, type Plain, plainJson, Written } from './plain.ts'
import { type Dice, dates, pieces, texts } from './pool.ts'

/** A part of a suite that is not yet written as YAML. */
export type Tree = unknown

/** What the generator knows while it makes an expectation. */
export interface Making {
  dice: Dice
  /** How often, in percent, a part is made for a value other than the actual one. */
  slip: number
  /** The names of the variables that are allowed here. */
  names: readonly string[]
  depth: number
  text: boolean
  /** The name of the member, if it may have a unit. */
  member?: string
}

const deeper = (making: Making): Making => ({ ...making, depth: making.depth - 1 })

/** A matcher that mostly holds for a value. */
export function makeMatcher(value: Plain, making: Making): Tree {
  const { dice, slip, depth } = making
  const about = dice.chance(slip) ? otherValue(value, making) : value
  if (depth > 0 && dice.chance(22)) return makeLogic(about, deeper(making))
  if (typeof about === 'string') return makeTextMatcher(about, making)
  if (about instanceof Written) return makeNumberMatcher(about.value, making)
  if (isList(about)) return makeListMatcher(about, deeper(making))
  if (isMap(about)) return makeObjectMatcher(about, deeper(making))
  return dice.one<Tree>([
    about,
    { equals: about },
    { type: about === null ? 'null' : 'boolean' },
    { not: otherScalar(dice) },
  ])
}

function otherValue(value: Plain, { dice, text }: Making): Plain {
  if (text || (typeof value === 'string' && dice.chance(80))) return dice.one(texts)
  if (value instanceof Written) return plainJson(dice.one([12, 1, 19.9, 30, 500, 3]))
  return plainJson(dice.one([{ id: 1 }, ['shipped'], null, true, 12, 'order 1']))
}

const otherScalar = (dice: Dice): Tree => dice.one<Tree>([...texts, 12, 1, true, null])

function makeLogic(value: Plain, making: Making): Tree {
  const { dice } = making
  const wrong = (): Tree => makeMatcher(otherValue(value, making), making)
  const right = (): Tree => makeMatcher(value, making)
  return dice.one<() => Tree>([
    () => ({ any: [wrong(), right()] }),
    () => ({ 'one of': dice.chance(60) ? [right(), wrong()] : [wrong(), wrong()] }),
    () => ({ all: [right(), right()] }),
    () => ({ none: [wrong(), wrong()] }),
    () => ({ not: single(wrong()) }),
    () => ({ not: single(wrong()) }),
    () => ({ not: { all: [right(), wrong()] } }),
    () => ({ all: [right()], none: [wrong()] }),
    () => ({ any: [wrong(), right()], ...makeOptions(dice) }),
    () => ({ all: [right()], ...makeOptions(dice) }),
    () => ({ not: { all: [right()], ...makeOptions(dice) } }),
    () => ({ none: [wrong()], ...makeOptions(dice) }),
  ])()
}

/** Options for what a condition, and those below it, ignore. */
function makeOptions(dice: Dice): Record<string, Tree> {
  return dice.one<() => Record<string, Tree>>([
    () => ({ 'ignore case': true }),
    () => ({ 'ignore spaces': true }),
    () => ({ ignore: dice.one(['case', 'spaces', 'quotes', 'width']) }),
    () => ({ ignore: ['quotes', 'width'] }),
    () => ({ ignore: ['width', 'case'], 'ignore spaces': dice.chance(50) }),
  ])()
}

/** Reduces a condition to what `not` takes: a single operator. */
function single(tree: Tree): Tree {
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) return tree
  const names = Object.keys(tree).filter((name) => !name.startsWith('ignore'))
  return names.length > 1 ? { all: [tree] } : tree
}

function makeTextMatcher(value: string, making: Making): Tree {
  const { dice, names, text } = making
  if (value === '') return dice.one<Tree>([{ equals: '' }, { empty: true }, { length: 0 }])
  const part = (): string => makePart(value, making)
  const pickName = (): string | null => (names.length > 0 && dice.chance(9) ? `{{${dice.one(names)}}}` : null)
  const piece = (): string => pickName() ?? part()
  const whole = (): Tree => pickName() ?? value
  const flags = dice.chance(16) ? makeOptions(dice) : {}
  const cased = (each: string): string => (Object.keys(flags).length > 0 && dice.chance(50) ? each.toUpperCase() : each)
  const conditions: (() => Tree)[] = [
    whole,
    () => pattern(dice, pickName() ?? part()),
    () => ({ [dice.one(['contains', 'not'])]: pattern(dice, dice.one(pieces)) }),
    () => ({ none: [pattern(dice, dice.one(pieces))] }),
    () => ({ contains: [piece(), pattern(dice, part())], ...flags }),
    () => ({ equals: whole() }),
    () => ({ contains: cased(piece()), ...flags }),
    () => ({ contains: [piece(), piece()], ...flags }),
    () => ({ matches: pattern(dice, pickName() ?? part()), ...flags }),
    () => ({ matches: [pattern(dice, part()), pattern(dice, part())] }),
    () => ({ 'starts with': pickName() ?? cased(value.slice(0, 1 + dice.below(6))), ...flags }),
    () => ({ 'ends with': pickName() ?? cased(value.slice(-1 - dice.below(4))), ...flags }),
    () => ({ not: { contains: dice.chance(40) ? piece() : [dice.one(pieces), piece()] } }),
    () => ({ not: { matches: pattern(dice, dice.one(pieces)) } }),
    () => ({ 'one of': [dice.one(texts), whole()] }),
    () => ({ words: makeCount(value.split(/\s+/).length, dice) }),
    () => ({ length: makeCount(value.length, dice) }),
    () => ({ sentences: makeCount(1, dice) }),
    () => ({ empty: value === '' }),
    () => ({ 'similar to': whole(), ...flags }),
    () => makeLikeness(dice, whole()),
    () => (dice.chance(30) ? makeWords(dice) : whole()),
    () => ({ not: { equals: '< 3' } }),
    () => ({ contains: piece(), not: { contains: dice.one(pieces) } }),
  ]
  const inJson: (() => Tree)[] = [
    () => ({ type: dice.chance(80) ? 'text' : 'number' }),
    () => ({
      [dice.one(['before', 'after', 'on'])]: dice.one([
        ...dates.slice(0, 3),
        'now',
        'now + 36 h',
        'now - 2 d',
        'today + 3 d',
      ]),
    }),
    () => ({ schema: { type: 'string', minLength: dice.below(8) } }),
  ]
  const asJson = (): Tree => ({ json: makeMatcher(fenced(value), { ...deeper(making), text: false }) })
  const inReply: (() => Tree)[] = fence.test(value) ? [() => (dice.chance(55) ? asJson() : { not: asJson() })] : []
  const dated = /^20\d\d-/.test(value) && dice.chance(50)
  if (dated)
    return {
      [dice.one(['before', 'after', 'on'])]: dice.one([
        ...dates.slice(0, 3),
        'now',
        'now + 36 h',
        'now - 2 d',
        'today + 3 d',
      ]),
    }
  return dice.one([...conditions, ...(text ? inReply : inJson), ...inReply, ...inReply, ...inReply])()
}

const makeLikeness = (dice: Dice, whole: Tree): Tree => ({
  'similar to': { text: dice.chance(50) ? whole : [dice.one(texts), whole], 'at least': dice.one([0.2, 0.5, 0.8, 1]) },
})

/** Conditions whose outcome nobody can tell for most texts of the pool. */
const makeWords = (dice: Dice): Tree =>
  dice.one<Tree>([
    { language: dice.one<Tree>(['de', 'en', ['fr', 'en']]) },
    { not: { language: 'en' } },
    { 'reading level': { 'at most': 8 } },
    { none: [{ 'reading level': { 'more than': 3 } }, 'shipped'] },
  ])

const fence = /(?:`{3}|~{3})json\n(.*)\n/
const fenced = (text: string): Plain => plainJson(JSON.parse(fence.exec(text)?.[1] ?? 'null'))

/** A part of a text; never an empty one, which every text contains. */
function makePart(value: string, { dice, slip }: Making): string {
  const words = value.split(/[\s]+/).filter((word) => word !== '')
  return words.length === 0 || dice.chance(slip) ? dice.one(pieces) : dice.one(words)
}

const pattern = (dice: Dice, part: string): string =>
  `/${part.includes('{{') ? part : part.replace(/[^\w\s]/g, '.')}${dice.one(['', '', '\\b', '$'])}/${dice.one(['', 'i', 'm'])}`

/** A matcher for a count. */
export function makeCount(size: number, dice: Dice): Tree {
  return dice.one<Tree>([
    size,
    { 'at most': size + dice.below(2) },
    { 'at least': Math.max(1, size) },
    { 'less than': Math.max(1, size + dice.below(3)) },
    `< ${Math.max(1, size + dice.below(3))}`,
    `>= ${Math.max(1, size)}`,
    { between: [Math.max(0, size - 1), size + dice.below(2)] },
    { 'one of': [size, size + 1] },
    { not: size + 1 },
  ])
}

function makeNumberMatcher(value: number, { dice, member, names }: Making): Tree {
  const near = (): Tree =>
    names.length > 0 && dice.chance(8) ? `{{${dice.one(names)}}}` : value + dice.one([-1, 0, 0, 1])
  const timed: (() => Tree)[] =
    member === 'wait_seconds' || member === 'duration'
      ? [
          () => '2 min',
          () => `< ${value + dice.below(3)} s`,
          () => ({ between: ['10 s', '2 min'] }),
          () => ({ 'at most': '1 min' }),
        ]
      : member === 'executionTimeMs'
        ? [() => '2 s', () => '<= 500 ms', () => ({ 'more than': '0.5 s' })]
        : []
  return dice.one<() => Tree>([
    () => value,
    () => near(),
    () => ({ equals: value }),
    () => ({ 'at least': near() }),
    () => ({ 'at most': near() }),
    () => ({ 'more than': near(), 'less than': value + 2 }),
    () => ({ 'less than': near() }),
    () => ({ between: [value - 1, near()] }),
    () => ({ type: dice.one(['number', 'integer']) }),
    () => ({ 'one of': [12, 1, value] }),
    () => ({ not: near() }),
    () => ({ schema: { type: 'number', minimum: value + dice.below(2) } }),
    ...timed,
    ...timed,
  ])()
}

function makeListMatcher(value: readonly Plain[], making: Making): Tree {
  const { dice } = making
  const items = (): Tree[] => value.map((item) => makeMatcher(item, making))
  const [first = 'shipped'] = value
  return dice.one<() => Tree>([
    () => items(),
    () => (dice.chance(50) ? items().slice(1) : [...items(), { not: 'cancelled' }]),
    () => ({ contains: makeMatcher(first, making) }),
    () => ({ contains: [jsonOf(first), makeMatcher(value.at(-1) ?? first, making)] }),
    () => ({ not: { contains: ['Sorry', dice.one<Tree>(['Friday', 12])] } }),
    () => ({ contains: [...items(), makeMatcher(first, making)].slice(-1 - dice.below(3)) }),
    () => ({ 'in any order': items().reverse() }),
    () => ({ 'in any order': dice.chance(50) ? [...items(), 'shipped'] : items().slice(1) }),
    () => ({ not: { 'in any order': items() } }),
    () => ({ each: makeMatcher(first, making) }),
    () => ({ each: { type: dice.one(['text', 'object']) } }),
    () => ({ length: makeCount(value.length, dice) }),
    () => ({ exactly: value.map((item) => makeMatcher(item, making)) }),
    () => ({ empty: value.length === 0 }),
    () => ({ type: 'list' }),
    () => ({ equals: jsonOf(value) }),
  ])()
}

function makeObjectMatcher(value: Readonly<Record<string, Plain>>, making: Making): Tree {
  const { dice } = making
  const members = (all: boolean, special = false): Record<string, Tree> => {
    const names = Object.keys(value).filter((name) => special || name !== 'equals')
    return Object.fromEntries(
      (all ? names : dice.some(names)).map((name) => [
        name,
        makeMatcher(value[name] ?? null, { ...making, member: name }),
      ]),
    )
  }
  const absent = (): Tree =>
    dice.one<Tree>([
      { present: false },
      { any: [{ present: false }, 'shipped'] },
      { not: 'cancelled' },
      { type: 'text' },
    ])
  const wrap = (map: Record<string, Tree>): Tree => (Object.keys(map).length === 0 ? { type: 'object' } : map)
  const path =
    value.items === undefined
      ? {}
      : { 'items[0].id': dice.one<Tree>([1, 3, { not: 1 }]), 'items[1].id': dice.one<Tree>([3, { not: 4 }]) }
  return dice.one<() => Tree>([
    () => wrap(members(false)),
    () => wrap(members(false)),
    () => wrap({ ...members(false), [dice.one(['note', 'status', 'missing'])]: absent() }),
    () => ({ exactly: members(true, false) }),
    () => ({ exactly: members(dice.chance(50)) }),
    () => ({ fields: members(false, true) }),
    () => wrap(path),
    () => ({ contains: dice.one([...Object.keys(value), 'missing', '/^i/', '/miss/i']) }),
    () => ({ length: makeCount(Object.keys(value).length, dice) }),
    () => ({
      schema: makeSchema([...new Set([...Object.keys(value).slice(0, 2), 'status'])], dice),
    }),
    () => ({ empty: Object.keys(value).length === 0 }),
    () => ({ equals: jsonOf(value) }),
  ])()
}

const makeSchema = (names: readonly string[], dice: Dice): Tree => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, dice.one([{}, { type: 'string' }])])),
  required: dice.some(names),
})
