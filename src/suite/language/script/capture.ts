import { recallPattern } from '../../../base/patterns/linear-pattern.ts'
import { askMeant, suggest } from '../../../base/text/suggest.ts'
import type { WithPlace } from '../../yaml/place.ts'
import { withPlace } from '../../yaml/scalar.ts'
import { type Reading, refuse, refuseType, type Shape } from '../../yaml/shape.ts'
import { refuseToolPattern } from '../expectations/tool-pattern.ts'
import { fixedText, refuseTaken } from '../matchers/fixed-text.ts'
import { itemMembers } from '../matchers/item-members.ts'
import type { Matcher } from '../matchers/matcher.ts'
import { patternOfCapture } from '../matchers/pattern.ts'

/** What a turn captures under one name: the value at a path or, with a pattern, a part of the text there. */
export interface Capture extends WithPlace<string> {
  /** Unjudgeable once a variable in it turned out to be empty. */
  pattern?: Matcher
}

const path: Shape<Capture> = withPlace(fixedText)

/** A path such as `calls.lookup_order.output.id`, or one path with a pattern: `reply: /ticket (T-\d+)/`. */
export const capture: Shape<Capture> = {
  read(node, reading) {
    if (node.kind !== 'map') return checkPath(path.read(node, reading), reading)
    const [only, second] = node.entries
    if (only === undefined || second !== undefined)
      return refuseType(reading, node, 'one path with its pattern', 'write { reply: /ticket (T-\\d+)/ }')
    const at = only.keyAt
    if (only.value.kind !== 'scalar' || !/^\/.+\/[a-z]*\n*$/is.test(only.value.source)) {
      const [below] = only.value.kind === 'map' ? only.value.entries : []
      const whole = below === undefined ? only.key : `${only.key}.${below.key}`
      if (!canExist(whole)) return checkPath({ value: whole, at }, reading)
      return refuseType(reading, only.value, 'a pattern', `write { ${whole}: /ticket (T-\\d+)/ }, or ${whole} alone`)
    }
    const read = patternOfCapture.read(only.value, reading)
    const pathCapture = checkPath({ value: only.key, at }, reading)
    if (read === undefined || pathCapture === undefined) return undefined
    const { at: patternAt } = only.value
    if (recallPattern(read).groups.some((name) => refuseTaken(name, patternAt, reading))) return undefined
    return { ...pathCapture, pattern: { kind: 'matches', patterns: [{ pattern: read, at: patternAt }], at: patternAt } }
  },
  schema: () => ({
    anyOf: [
      { type: 'string' },
      { type: 'object', minProperties: 1, maxProperties: 1, additionalProperties: { type: 'string' } },
    ],
  }),
}

/** The names that captures give a value: their own, and those of the groups in their patterns. */
export function capturedNames({ capture: captures = [] }: { capture?: { name: string; value: Capture }[] }): string[] {
  return captures.flatMap(({ name, value: { pattern } }) =>
    pattern?.kind === 'matches'
      ? [
          name,
          ...pattern.patterns.flatMap((each) =>
            recallPattern(each.pattern).groups.flatMap((group) => [`${name}.${group}`, group]),
          ),
        ]
      : [name],
  )
}

const plain = ['reply', 'agentName', 'sessionId']
const members: Readonly<Record<string, readonly string[]>> = itemMembers
const roots = [...plain, 'messages', 'content', 'calls', ...Object.keys(members)]

function canExist(capturePath: string): boolean {
  if (plain.includes(capturePath) || /^messages\[-?\d+\]$/.test(capturePath)) return true
  if (/^calls\.[^.]+(?:\.(?:arguments|output)(?:[.[].*)?)?$/.test(capturePath)) return true
  const [, kind = '', index, member = ''] = /^([a-z]+)(\[-?\d+\])?\.(\w+)$/.exec(capturePath) ?? []
  if (kind === 'content') return index !== undefined && Object.values(members).some((each) => each.includes(member))
  return Object.hasOwn(members, kind) && members[kind]?.includes(member) === true
}

/** A path that can never exist in any turn. Whether its value is there is only known once the turn has run. */
function checkPath(read: Capture | undefined, reading: Reading): Capture | undefined {
  if (read === undefined) return undefined
  const tool = /^calls\.([^.]+)/.exec(read.value)?.[1]
  if (tool !== undefined && refuseToolPattern(tool, read.at, reading)) return undefined
  if (canExist(read.value)) return read
  const message = `"${read.value}" leads to nothing in a turn`
  return refuse(reading, 'wrong-value', read.at, message, hintFor(read.value))
}

function hintFor(capturePath: string): string {
  const [, root = '', rest = ''] = /^([^.[]*)(.*)$/s.exec(capturePath) ?? []
  const below = rest.replace(/^\./, '')
  const kind = Object.hasOwn(members, root) ? root : suggest(root, Object.keys(members))
  const own = (kind === undefined ? undefined : members[kind]) ?? []
  const member = /\.?(\w*)$/.exec(rest)?.[1] ?? ''
  const url = own.includes('url') ? 'url' : 'text'
  const near = [
    below,
    ...(below === 'text' ? [] : [`${below}.text`]),
    ...(root === 'reply' || root === 'message' ? [`messages${rest}`, 'reply'] : []),
    ...(/^session/i.test(root) ? ['sessionId'] : []),
    `${suggest(root, roots) ?? root}${rest}`,
    capturePath.replace(/^(calls\.[^.]+)\.\w+/, '$1.output'),
    ...(kind === undefined ? [] : [`${kind}.${suggest(member, own) ?? url}`]),
  ].find(canExist)
  return near === undefined
    ? 'write reply, messages[0], button.payload, agentName, sessionId, calls.<tool>.arguments.… or calls.<tool>.output.…'
    : askMeant(near)
}
