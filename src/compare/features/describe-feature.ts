import { cutText } from '../../base/privacy/cut.ts'
import { showTime } from '../../base/text/wording.ts'
import { quote } from '../diff/describe-difference.ts'
import type { Aspect } from '../model/feature-evidence.ts'
import { endsInError } from './collect-features.ts'

/** What a run does, by a value or by one instead of another. */
const phrases: Readonly<Record<Aspect['level'], (value: string, tool: string, name: string) => string>> = {
  calls: (value, tool) => `calls ${tool} ${value}`,
  order: (value) => `calls ${value} in a turn`,
  phases: (value, tool) => `calls ${tool} in phase ${value}`,
  arguments: (value, tool, name) => `calls ${tool} with ${name === '' ? 'its argument' : cut(name)} ${value}`,
  outputs(value, tool, name) {
    if (name === endsInError) return `gets ${value === 'no' ? 'no ' : ''}errors of ${tool}`
    return `gets ${name === '' ? '' : `${cut(name)} `}${value} from ${tool}`
  },
  handoff: (value) => `lets ${value} speak`,
  items: (value) => `shows ${value}`,
  messages: (value) => `replies ${value} in a turn`,
  laws: (_, __, name) =>
    name === 'grounded' ? 'says something that nothing said before supports' : `breaks the law ${quote(name)}`,
  judged: (value, _, name) => `is judged ${value} for ${quote(name)}`,
  'other entries': (value, _, name) => `has ${value}: ${name}`,
  turns: () => 'gets further in conversations',
  latency: (_, tool, name) => `takes its time for ${tool === '' ? `a ${name}` : `a call of ${tool}`}`,
}

const phraseOf = ({ level, tool = '', name = '' }: Aspect, value: string): string =>
  phrases[level](value, cut(tool), name)

function show(level: Aspect['level'], value: string): string {
  if (level === 'calls' || level === 'messages')
    return value === '1' ? 'once' : value === '2' ? 'twice' : `${value} times`
  if (level === 'judged' || level === 'other entries') return value
  if (value !== '' || level === 'items' || level === 'phases' || level === 'arguments') return cut(value)
  return level === 'handoff' ? 'nobody' : 'nothing'
}

/** What a side does, to follow its name in a sentence; `a` and `b` are the usual values where the sides differ. */
export function describeFeature(aspect: Aspect, a: string, b: string): string {
  const { level, tool: called = '', name = '' } = aspect
  const [tool, usual, now] = [cut(called), show(level, a), show(level, b)]
  switch (level) {
    case 'calls':
      if (b === '0') return `no longer calls ${tool}${a === '1' ? '' : ` (${usual} before)`}`
      if (a === '0') return `now calls ${tool}${b === '1' ? '' : ` ${now}`}`
      break
    case 'arguments':
      if (b === '') return `calls ${tool} without ${name === '' ? 'its argument' : cut(name)} (${usual} before)`
      if (a === '') return `${phraseOf(aspect, now)}, which was not given`
      break
    case 'outputs':
      if (name === endsInError) return `${phraseOf(aspect, b)}${b === 'no' ? ' any more' : ''}`
      break
    case 'handoff':
      return `lets ${now} speak instead of ${usual}`
    case 'items':
      if (b === '') return `no longer shows ${usual}`
      if (a === '') return `now shows ${now}`
      break
    case 'laws':
      if (b === 'broken') return phraseOf(aspect, b)
      return name === 'grounded' ? 'no longer says something unsupported' : `no longer breaks the law ${quote(name)}`
    case 'other entries':
      if (b === '0') return `has no ${name} any more`
      if (a === '0') return `has a ${name}`
      break
    case 'turns':
      return b === '' ? 'ends conversations sooner' : phraseOf(aspect, b)
    case 'latency':
      return describeLatency(aspect, Number(b) - Number(a), [])
  }
  return phraseOf(aspect, `${now} instead of ${usual}`)
}

/** `takes 310 ms longer for a call of lookup in turn 3`; `turns` from 0, empty where it is so in all of them. */
export function describeLatency({ tool = '', name = '' }: Aspect, more: number, turns: readonly number[]): string {
  const numbers = turns.map((turn) => String(turn + 1))
  const last = numbers.pop()
  const where = numbers.length === 0 ? `turn ${last}` : `turns ${numbers.join(', ')} and ${last}`
  const what = tool === '' ? `a ${name}` : `a call of ${cut(tool)}`
  const subject = turns.length === 0 ? what : tool === '' && name === 'turn' ? where : `${what} in ${where}`
  return `takes ${showTime(Math.abs(more))} ${more > 0 ? 'longer' : 'less'} for ${subject}`
}

const cut = (text: string): string => cutText(text, 81)

/** What a run with this value does, for sentences on how often: `calls create_label with carrier "Posten"`. */
export function describeDoing(aspect: Aspect, value: string): string {
  const { level, name } = aspect
  const phrase = phraseOf(aspect, level === 'outputs' && name === endsInError ? value : show(level, value))
  return level === 'calls' ? `${phrase} in a turn` : phrase
}

/** What a run does that does anything of this aspect: the opposite of the absent value. */
export function describeDoingAny(aspect: Aspect): string {
  const { level, tool: called = '', name = '' } = aspect
  const tool = cut(called)
  switch (level) {
    case 'calls':
      return `calls ${tool}`
    case 'arguments':
      return `calls ${tool} with ${name === '' ? 'an argument' : cut(name)}`
    case 'outputs':
      return name === endsInError ? phraseOf(aspect, '') : `gets ${name === '' ? 'anything' : cut(name)} from ${tool}`
    case 'items':
      return `shows ${articled(name)}`
    case 'other entries':
      return `has ${articled(name)}`
    default:
      return describeDoing(aspect, '')
  }
}

const articled = (name: string): string => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
