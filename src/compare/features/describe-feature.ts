import { cutText } from '../../base/privacy/cut.ts'
import { showTime } from '../../base/wording.ts'
import { quote } from '../diff/describe-difference.ts'
import type { Aspect } from '../model/feature-evidence.ts'
import { endsInError } from './collect-features.ts'

/**
 * What a side does, as the end of a sentence that begins with its name: `calls create_label with carrier "Parcelio" instead of
 * "Posten"`. `a` and `b` are the usual values where the sides differ.
 */
export function describeFeature({ level, tool: called = '', name = '' }: Aspect, a: string, b: string): string {
  const tool = cut(called)
  switch (level) {
    case 'calls':
      if (b === '0') return `no longer calls ${tool}${a === '1' ? '' : ` (${times(a)} before)`}`
      return a === '0'
        ? `calls ${tool}${b === '1' ? '' : ` ${times(b)}`}, which it did not`
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
      return a === '' ? `shows ${cut(b)}, which it did not` : `shows ${cut(b)} instead of ${cut(a)}`
    case 'messages':
      return `replies ${times(b)} instead of ${times(a)} in a turn`
    case 'laws':
      if (name === 'grounded')
        return b === 'broken' ? 'says what rests on nothing said before' : 'no longer says what rests on nothing'
      return `${b === 'broken' ? 'breaks' : 'no longer breaks'} the law ${quote(name)}`
    case 'judged':
      return `is judged ${b} instead of ${a} for ${quote(name)}`
    case 'other entries':
      return b === '0' ? `has no ${name} any more` : a === '0' ? `has a ${name}` : `has ${b} instead of ${a}: ${name}`
    case 'turns':
      return b === '' ? 'ends conversations sooner' : 'gets further in conversations'
    case 'latency':
      return describeTime(tool === '' ? `a ${name}` : `a call of ${tool}`, Number(b) - Number(a))
  }
}

/** The same where it is a matter of how often: that of runs, b does it in more, or in fewer, and not in all or in none. */
export function describeHowOften(aspect: Aspect, a: string, b: string): string {
  const { level, tool = '', name = '' } = aspect
  const [none, thing] = (
    {
      calls: ['0', (count: string) => `calls ${cut(tool)}${count === '1' ? '' : ` ${times(count)}`}`],
      items: ['', (item: string) => `shows ${cut(item)}`],
      laws: ['held', () => describeFeature(aspect, 'held', 'broken')],
      'other entries': ['0', () => `has a ${name}`],
      outputs: name === endsInError ? ['no', () => `gets errors of ${cut(tool)}`] : undefined,
    } as Partial<Record<Aspect['level'], [none: string, thing: (value: string) => string]>>
  )[level] ?? [null, null]
  if (thing !== null && b === none) return `${thing(a)} less often`
  if (thing !== null && a === none) return `${thing(b)} more often`
  return level === 'latency' || level === 'turns'
    ? describeFeature(aspect, a, b)
    : `more often ${describeFeature(aspect, a, b)}`
}

function describeArgument(tool: string, name: string, a: string, b: string): string {
  const path = cut(name)
  if (b === '') return `calls ${tool} without ${path} (${cut(a)} before)`
  if (a === '') return `calls ${tool} with ${path} ${cut(b)}, which was not given`
  return `calls ${tool} with ${path} ${cut(b)} instead of ${cut(a)}`
}

function describeTime(what: string, more: number): string {
  return `takes ${showTime(Math.abs(more))} ${more > 0 ? 'longer' : 'less'} for ${what}`
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
