import { refuseAmbiguous } from '../../yaml/literal.ts'
import type { MapNode, ScalarNode, YamlNode } from '../../yaml/node.ts'
import { type Reading, refine, refuse, refuseType, type Shape } from '../../yaml/shape.ts'
import { readComparison } from './comparison.ts'
import { unitOfName } from './duration.ts'
import { aloneIn } from './fill-text.ts'
import { refuseVariable } from './fixed-text.ts'
import type { FieldMatcher, Matcher } from './matcher.ts'
import { type MatcherOperator, meantOperator } from './operator.ts'
import { pattern, patternOfReply } from './pattern.ts'
import { formOf, looksLikePattern, refuseFlags, refusePatternName } from './text-or-pattern.ts'
import type { Kind } from './value-kinds.ts'

/** A plain scalar stands for itself as written in `text` position, for its value in `json` position. */
export type MatcherPosition = 'text' | 'json'

export function kindsIn(position: MatcherPosition, { counts }: Reading): readonly Kind[] | undefined {
  return position === 'text' && counts === undefined ? ['text'] : undefined
}

/** A scalar as a matcher. In JSON position, a scalar that YAML would silently change is refused. */
export function equalsScalar(node: ScalarNode, position: MatcherPosition, reading: Reading): Matcher | undefined {
  if (position === 'json' && refuseAmbiguous(node, reading)) return undefined
  if (position === 'text' && node.source === '')
    return refuseType(reading, node, 'text or a matcher', 'write the text, or { contains: … }')
  if (position === 'json' || reading.counts === 'things') {
    const compared = readComparison(node, reading)
    if (compared !== null) return compared
  }
  const read = slashedPattern(node, position, reading)
  if (read !== null) return read
  const textual = position === 'text' || typeof node.value === 'string'
  const { value, source: sourceText, at } = node
  if (reading.counts === 'things' && aloneIn(sourceText) !== undefined)
    return { kind: 'equals', value, written: sourceText, counted: true, at }
  const keepsKind = position === 'json' && aloneIn(sourceText) !== undefined
  if (reading.texts === 'scalars' && (keepsKind || typeof value === 'number' || typeof value === 'boolean'))
    return { kind: 'equals', value, written: sourceText, at }
  return textual && !keepsKind ? { kind: 'equals', value, written: sourceText, at } : { kind: 'equals', value, at }
}

/** A scalar that is written as a pattern, `/sorry/i`, as the condition that it stands for; null for any other. */
function slashedPattern(node: ScalarNode, position: MatcherPosition, reading: Reading): Matcher | null | undefined {
  const form = typeof node.value === 'string' ? formOf(node.source) : 'text'
  if (form === 'text') return null
  if (form === 'odd') return refuseFlags(node.source, node.at, reading)
  const isFilled = position === 'text' && reading.mayBeBlank !== true
  const read = (isFilled ? patternOfReply : pattern).read(node, reading)
  return read === undefined ? undefined : { kind: 'matches', patterns: [{ pattern: read, at: node.at }], at: node.at }
}

/** A list as a matcher: each item in its place, no more and no fewer. */
export function itemsMatcher(
  node: YamlNode & { kind: 'list' },
  matcher: Shape<Matcher>,
  reading: Reading,
): Matcher | undefined {
  const before = reading.problems.length
  const items = node.items.map((item) => ofItems(matcher).read(item, refine(reading, { about: 'one value' })))
  return reading.problems.length > before ? undefined : { kind: 'items', items: items as Matcher[], at: node.at }
}

/** A matcher for the items of a list, which may be texts even if the list itself is not. */
export function ofItems(matcher: Shape<Matcher>): Shape<Matcher> {
  return {
    read: (node, reading) =>
      matcher.read(node, reading.texts === 'items' ? refine(reading, { texts: 'whole' }) : reading),
    schema: (definitions) => matcher.schema(definitions),
  }
}

/** `closed` forbids further members. Under `fields` they are `isNamed`: whatever a name looks like, it is a name. */
export function fieldsMatcher(
  node: YamlNode & { kind: 'map' },
  matcher: Shape<Matcher>,
  reading: Reading,
  closed: boolean,
  isNamed = false,
): Matcher | undefined {
  const before = reading.problems.length
  const fields = node.entries.map(({ key, keyAt, value }): FieldMatcher => {
    refuseVariable(key, keyAt, reading)
    if (!isNamed) refusePatternName(key, keyAt, reading, 'a member of this very name goes under fields: { … }')
    const read = matcher.read(value, ofMember(key, reading))
    return { key, matcher: read as Matcher, at: keyAt }
  })
  return reading.problems.length > before ? undefined : { kind: 'fields', fields, closed, at: node.at }
}

/** The unit of a member's numbers: its name may give one, whatever the unit around it. */
function ofMember(key: string, reading: Reading): Reading {
  const { counts, memberUnits = {}, ...around } = reading
  const rest = refine(around, { about: 'one value' })
  const unit = (Object.hasOwn(memberUnits, key) ? memberUnits[key] : undefined) ?? unitOfName(key)
  if (unit === counts) return refine(reading, { about: 'one value' })
  return refine(rest, unit === undefined ? { memberUnits } : { memberUnits, counts: unit })
}

/** The value of `fields:`: an object's members, with any names. */
export function openFields(matcher: Shape<Matcher>): Shape<Matcher> {
  return {
    read(node, reading) {
      if (node.kind !== 'map') {
        const hint = 'write { name: value }, where each value may be a matcher'
        return refuseType(reading, node, 'a mapping of members', hint)
      }
      return fieldsMatcher(node, matcher, reading, false, true)
    },
    schema: (definitions) => ({ type: 'object', additionalProperties: matcher.schema(definitions) }),
  }
}

/** The value of `with:` on a call: its arguments by their names. */
export function argumentMembers(
  matcher: Shape<Matcher>,
  operators: () => Record<string, MatcherOperator>,
): Shape<Matcher> {
  const open = openFields(matcher)
  return {
    read(node, reading) {
      if (node.kind !== 'map') return open.read(node, reading)
      if (node.entries.length === 0) {
        const message = 'this expects no argument in particular, so it could never fail'
        const hint = 'write exactly: {} for a call without arguments, or take it out'
        return refuse(reading, 'wrong-value', node.at, message, hint)
      }
      const fieldsNode = fieldsOf(node)
      if (fieldsNode !== null) return fieldsMatcher(fieldsNode, matcher, reading, false, true)
      const ways = (operator: string): string =>
        `write arguments: { ${operator}: … } for the condition, with: { fields: { … } } for an argument of that name`
      return refuseOperators(node, operators(), reading, ways)
        ? undefined
        : fieldsMatcher(node, matcher, reading, false)
    },
    schema: (definitions) => open.schema(definitions),
  }
}

/** All members or items, at every depth. `way` says how to write a condition instead. */
export function closedMatcher(
  matcher: Shape<Matcher>,
  operators: () => Record<string, MatcherOperator>,
  way: string,
): Shape<Matcher> {
  return {
    read(node, reading) {
      if (node.kind !== 'map') {
        const plain = matcher.read(node, reading)
        return plain === undefined ? undefined : close(plain)
      }
      const fieldMap = fieldsOf(node)
      if (fieldMap === null) {
        const ways = (): string => `${way}, exactly: { fields: { … } } for a member of that name`
        if (refuseOperators(node, operators(), reading, ways)) return undefined
      }
      const fields = fieldsMatcher(fieldMap ?? node, matcher, reading, true, fieldMap !== null)
      return fields === undefined ? undefined : close(fields)
    },
    schema: (definitions) => ({
      anyOf: [{ type: 'object', additionalProperties: matcher.schema(definitions) }, matcher.schema(definitions)],
    }),
  }
}

/** In quotes it is searched literally, even if it looks like a comparison; negations go around `contains`. */
export function partOf(matcher: Shape<Matcher>, position: MatcherPosition): Shape<Matcher> {
  return {
    read(node, reading) {
      if (node.kind !== 'scalar' || node.plain || typeof node.value !== 'string' || looksLikePattern(node.source)) {
        const read = matcher.read(node, refine(reading, { about: 'parts' }))
        return position === 'text' && read !== undefined && refusePart(read, reading) ? undefined : read
      }
      if (node.source === '')
        return refuseType(reading, node, 'text or a matcher', 'write the text to look for: every text contains ""')
      return { kind: 'equals', value: node.value, written: node.source, at: node.at }
    },
    schema: (definitions) => matcher.schema(definitions),
  }
}

/** Refuses a condition that cannot apply to a part of a text. Returns true if it was refused. */
function refusePart(part: Matcher, reading: Reading): boolean {
  switch (part.kind) {
    case 'equals':
    case 'matches':
    case 'starts with':
    case 'ends with':
    case 'contains':
      return false
    case 'folded':
      return refusePart(part.of, reading)
    case 'all':
    case 'any':
      return part.of.some((each) => refusePart(each, reading))
    case 'not':
    case 'none': {
      const message = 'a negation under contains could mean that something else is there as well as that this is not'
      refuse(reading, 'mixed-matcher', part.at, message, 'write not: { contains: … }')
      return true
    }
    default: {
      const hint = 'write the text to look for, or a pattern; a condition on all of the text stands beside contains'
      const message = `a part of a text is looked for, and "${part.kind}" says nothing of it`
      refuse(reading, 'wrong-value', part.at, message, hint)
      return true
    }
  }
}

/** What is searched for or forbidden keeps its own meaning: a closed negation would forbid less. */
function close(matcher: Matcher): Matcher {
  switch (matcher.kind) {
    case 'items':
    case 'in any order':
      return { ...matcher, items: matcher.items.map(close) }
    case 'any':
      return { ...matcher, of: matcher.of.map(close) }
    case 'all':
      return { ...matcher, of: together(matcher.of).map(close) }
    case 'each':
    case 'json':
    case 'folded':
      return { ...matcher, of: close(matcher.of) }
    case 'fields':
      return {
        ...matcher,
        fields: matcher.fields.map((field) => ({ ...field, matcher: close(field.matcher) })),
        closed: true,
      }
    default:
      return matcher
  }
}

/** Merges mappings about one object, since each of them, closed on its own, would forbid the members of the others. */
function together(all: readonly Matcher[]): Matcher[] {
  const mappings = all.filter((each) => each.kind === 'fields')
  const [first] = mappings
  if (first === undefined) return [...all]
  return [
    { ...first, fields: mappings.flatMap(({ fields }) => fields) },
    ...all.filter(({ kind }) => kind !== 'fields'),
  ]
}

/** A mapping with only `fields`, whose members are literal names, whatever they mean elsewhere. */
function fieldsOf({ entries: [only, second] }: MapNode): MapNode | null {
  return only?.key === 'fields' && second === undefined && only.value.kind === 'map' ? only.value : null
}

/** They could be meant as conditions on the whole. A value that the operator cannot take makes it a member. */
function refuseOperators(
  node: MapNode,
  operators: Readonly<Record<string, MatcherOperator>>,
  reading: Reading,
  ways: (operator: string) => string,
): boolean {
  const [only, second] = node.entries
  if (only === undefined) return false
  const near = second === undefined ? meantOperator(only.key, Object.keys(operators)) : undefined
  const isNearly = near !== undefined && !Object.hasOwn(operators, only.key)
  const hasOperators =
    isNearly ||
    node.entries.every(({ key, value }) => Object.hasOwn(operators, key) && takes(operators[key], value, reading))
  if (!hasOperators) return false
  const names = node.entries.map(({ key }) => `"${key}"`).join(' and ')
  const message = isNearly
    ? `"${only.key}" is nearly the operator "${near}", and could be meant as a condition or as a name`
    : `${names} could be a condition on all of it, or the name of a member`
  refuse(reading, 'mixed-matcher', only.keyAt, message, ways(isNearly ? near : only.key))
  return true
}

/** Whether an operator accepts a value: the value itself is fine, whatever is wrong inside it. */
function takes(
  operator: MatcherOperator | undefined,
  value: MapNode['entries'][number]['value'],
  reading: Reading,
): boolean {
  if (operator === undefined) return false
  const silent: Reading = { file: reading.file, problems: [] }
  operator.value.read(value, silent)
  return !silent.problems.some(
    ({ code, at }) =>
      (code === 'wrong-type' || code === 'wrong-value') && at.line === value.at.line && at.column === value.at.column,
  )
}
