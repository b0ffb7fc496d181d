import type { Matcher } from './matcher.ts'

/** A condition that is no combination: what it says, whether it has to hold, and the differences ignored around it. */
export interface Literal {
  atom: Matcher
  holds: boolean
  ignored: readonly string[]
}

/** The kinds of JSON value, and a member that is not there. */
const allKinds = ['text', 'number', 'boolean', 'object', 'list', 'null', 'absent'] as const
export type Kind = (typeof allKinds)[number]

const present = allKinds.filter((kind) => kind !== 'absent')

/** The kinds of value for which all of these conditions can hold, of the ones that can be here. */
export function kindsLeft(literals: readonly Literal[], kinds: readonly Kind[] = allKinds): readonly Kind[] {
  return literals.reduce<readonly Kind[]>((left, { atom, holds }) => {
    const own = holds ? kindsOf(atom) : allKinds.filter((kind) => !isOnlyKind(atom, kind))
    return left.filter((kind) => own.includes(kind))
  }, kinds)
}

/** Whether a condition holds for every value of a kind, so that its negation rules the kind out. */
function isOnlyKind(atom: Matcher, kind: Kind): boolean {
  if (atom.kind === 'present') return kind !== 'absent'
  return atom.kind === 'type' && atom.type === kind
}

/** The kinds of value for which a condition can hold. */
function kindsOf(atom: Matcher): readonly Kind[] {
  switch (atom.kind) {
    case 'equals':
      return [...new Set([kindOf(atom.value), ...(atom.written === undefined ? [] : ['text' as const])])]
    case 'compare': // a text may hold a number that is too long for one
      return ['number', 'text']
    case 'type':
      return atom.type === 'number' || atom.type === 'integer' ? ['number', 'text'] : [atom.type]
    case 'matches':
    case 'starts with':
    case 'ends with':
    case 'date':
    case 'words':
    case 'sentences':
    case 'reading level':
    case 'similar to':
    case 'json':
      return ['text']
    case 'language': // it may also be meant as a member of this name
      return ['text', 'object']
    case 'items':
    case 'each':
      return ['list']
    case 'length':
    case 'contains':
      return ['text', 'list', 'object']
    case 'empty':
      return ['text', 'list', 'object', 'null']
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
