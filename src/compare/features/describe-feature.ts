import { cutText } from '../../base/privacy/cut.ts'
import { showTime } from '../../base/text/wording.ts'
import { quote } from '../diff/describe-difference.ts'
import type { Aspect } from '../model/feature-evidence.ts'
import { endsInError } from './collect-features.ts'

/**
 * What a side does, as the end of a sentence that begins with its name: `calls create_label with carrier
 * "Parcelio" instead of "Posten"`. `a` and `b` are the usual values where the sides differ.
 */
export function describeFeature({ level, tool: called = '', name = '' }: Aspect, a: string, b: string): string {
  const tool = cut(called)
  switch (level) {
    case 'calls':
      if (b === '0') return `no longer calls ${tool}${a === '1' ? '' : ` (${times(a)} before)`}`
      return a === '0'
        ? `now calls ${tool}${b === '1' ? '' : ` ${times(b)}`}`
        : `calls ${tool} ${times(b)} instead of ${times(a)}`
    case 'order':
      return `calls ${cut(b) || 'nothing'} instead of ${cut(a) || 'nothing'} in a turn`
    case 'phases':
      return `calls ${tool} in phase ${cut(b)} instead of ${cut(a)}`
    case 'arguments':
      return describeArgument(tool, name === '' ? 'its argument' : name, a, b)
    case 'outputs':
      if (name === endsInError) return b === 'no' ? `gets no errors of ${tool} any more` : `gets errors of ${tool}`
      return `gets ${name === '' ? '' : `${cut(name)} `}${shown(b)} instead of ${shown(a)} from ${tool}`
    case 'handoff':
      return `lets ${cut(b) || 'nobody'} speak instead of ${cut(a) || 'nobody'}`
    case 'items':
      if (b === '') return `no longer shows ${cut(a)}`
      return a === '' ? `now shows ${cut(b)}` : `shows ${cut(b)} instead of ${cut(a)}`
    case 'messages':
      return `replies ${times(b)} instead of ${times(a)} in a turn`
    case 'laws':
      if (name === 'grounded')
        return b === 'broken'
          ? 'says something that nothing said before supports'
          : 'no longer says something unsupported'
      return `${b === 'broken' ? 'breaks' : 'no longer breaks'} the law ${quote(name)}`
    case 'judged':
      return `is judged ${b} instead of ${a} for ${quote(name)}`
    case 'other entries':
      return b === '0' ? `has no ${name} any more` : a === '0' ? `has a ${name}` : `has ${b} instead of ${a}: ${name}`
    case 'turns':
      return b === '' ? 'ends conversations sooner' : 'gets further in conversations'
    case 'latency':
      return describeLatency({ level, tool: called, name }, Number(b) - Number(a), [])
  }
}

function describeArgument(tool: string, name: string, a: string, b: string): string {
  const path = cut(name)
  if (b === '') return `calls ${tool} without ${path} (${cut(a)} before)`
  if (a === '') return `calls ${tool} with ${path} ${cut(b)}, which was not given`
  return `calls ${tool} with ${path} ${cut(b)} instead of ${cut(a)}`
}

/** `takes 310 ms longer for a call of lookup in turn 3`. `turns` count from 0; if empty, it is so in all of them. */
export function describeLatency({ tool = '', name = '' }: Aspect, more: number, turns: readonly number[]): string {
  const numbers = turns.map((turn) => String(turn + 1))
  const last = numbers.pop()
  const where = numbers.length === 0 ? `turn ${last}` : `turns ${numbers.join(', ')} and ${last}`
  const what = tool === '' ? `a ${name}` : `a call of ${cut(tool)}`
  const told = turns.length === 0 ? what : tool === '' && name === 'turn' ? where : `${what} in ${where}`
  return `takes ${showTime(Math.abs(more))} ${more > 0 ? 'longer' : 'less'} for ${told}`
}

function times(count: string): string {
  return count === '1' ? 'once' : count === '2' ? 'twice' : `${count} times`
}

function shown(value: string): string {
  return value === '' ? 'nothing' : cut(value)
}

function cut(text: string): string {
  return cutText(text, 81)
}

/** What a run with this value does, for sentences on how often: `calls create_label with carrier "Posten"`. */
export function describeDoing({ level, tool: called = '', name = '' }: Aspect, value: string): string {
  const [tool, path] = [cut(called), cut(name)]
  switch (level) {
    case 'calls':
      return `calls ${tool} ${times(value)} in a turn`
    case 'order':
      return `calls ${cut(value) || 'nothing'} in a turn`
    case 'phases':
      return `calls ${tool} in phase ${cut(value)}`
    case 'arguments':
      return `calls ${tool} with ${name === '' ? 'its argument' : path} ${cut(value)}`
    case 'outputs':
      if (name === endsInError) return `gets ${value === 'no' ? 'no ' : ''}errors of ${tool}`
      return `gets ${name === '' ? '' : `${path} `}${shown(value)} from ${tool}`
    case 'handoff':
      return `lets ${cut(value) || 'nobody'} speak`
    case 'items':
      return `shows ${cut(value)}`
    case 'messages':
      return `replies ${times(value)} in a turn`
    case 'laws':
      return name === 'grounded' ? 'says something that nothing said before supports' : `breaks the law ${quote(name)}`
    case 'judged':
      return `is judged ${value} for ${quote(name)}`
    case 'other entries':
      return `has ${value}: ${name}`
    case 'turns':
      return 'gets further in conversations'
    case 'latency':
      return `takes its time for ${tool === '' ? `a ${name}` : `a call of ${tool}`}`
  }
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
      return name === endsInError
        ? `gets errors of ${tool}`
        : `gets ${name === '' ? 'anything' : cut(name)} from ${tool}`
    case 'items':
      return `shows ${articled(name)}`
    case 'other entries':
      return `has ${articled(name)}`
    default:
      return describeDoing(aspect, '')
  }
}

function articled(name: string): string {
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
}
