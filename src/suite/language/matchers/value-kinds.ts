import type { Matcher } from './matcher.ts'

/** A condition that is no combination: what it says, whether it has to hold, and the differences ignored around it. */
export interface Literal {
  atom: Matcher
  holds: boolean
  ignored: readonly string[]
}

/** The kinds of JSON value, a number that is too long for a double and so held as a text, and a missing member. */
const allKinds = ['text', 'long number', 'number', 'boolean', 'object', 'list', 'null', 'absent'] as const
export type Kind = (typeof allKinds)[number]

const texts: readonly Kind[] = ['text', 'long number']
const numbers: readonly Kind[] = ['number', 'long number']
const present = allKinds.filter((kind) => kind !== 'absent')

export function kindsLeft(literals: readonly Literal[], kinds: readonly Kind[] = allKinds): readonly Kind[] {
  return literals.reduce<readonly Kind[]>((restKinds, { atom, holds }) => {
    const own = holds ? kindsOf(atom) : allKinds.filter((kind) => !isOnlyKind(atom, kind))
    return restKinds.filter((kind) => own.includes(kind))
  }, kinds)
}

/** Whether a condition holds for every value of a kind, so that its negation rules the kind out. */
function isOnlyKind(atom: Matcher, kind: Kind): boolean {
  if (atom.kind === 'present') return kind !== 'absent'
  return atom.kind === 'type' && (atom.type === kind || (atom.type === 'number' && kind === 'long number'))
}

function kindsOf(atom: Matcher): readonly Kind[] {
  switch (atom.kind) {
    case 'equals':
      return [...new Set([kindOf(atom.value), ...(atom.written === undefined ? [] : texts)])]
    case 'compare':
      return numbers
    case 'type':
      return atom.type === 'number' || atom.type === 'integer' ? numbers : [atom.type]
    case 'matches':
    case 'starts with':
    case 'ends with':
    case 'date':
    case 'words':
    case 'sentences':
    case 'reading level':
    case 'similar to':
    case 'json':
      return texts
    case 'language': // it may also be meant as a member of this name
      return [...texts, 'object']
    case 'items':
    case 'each':
      return ['list']
    case 'length':
    case 'contains':
      return [...texts, 'list', 'object']
    case 'empty':
      return [...texts, 'list', 'object', 'null']
    case 'present':
      return present
    default: // under a negation, members are missing from any value
      return allKinds
  }
}

function kindOf(value: unknown): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return 'text'
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'object'
}

/** Whether only texts are left, so that what is said of texts is said of every value. */
export function isTextOnly(kinds: readonly Kind[]): boolean {
  return kinds.length > 0 && kinds.every((kind) => texts.includes(kind))
}
