import { groupByKey } from '../../base/group-by.ts'
import { quotePath, quoteWord } from '../../base/json/quoting.ts'
import { addressOf, type ConversationResult } from './conversation-result.ts'

export interface StartedWith {
  /** The service; named in the command if it is an address and the flags name none. */
  target?: string
  /** Words of a shell, quoted: `--workspace`, `'my desk'`. */
  flags?: readonly string[]
}

/** One for each set of versions: `npx tableread run suites/orders.yaml:18 -v draft`. */
export function runAgainCommands(
  results: readonly Pick<ConversationResult, 'id' | 'file' | 'version'>[],
  started: StartedWith = {},
): string[] {
  const versions = new Map<string, Set<string>>()
  for (const result of results) {
    const address = quotePath(addressOf(result))
    versions.set(address, (versions.get(address) ?? new Set()).add(`-v ${quoteWord(result.version)}`))
  }
  const alike = groupByKey(versions, ([, own]) => [...own].join(' '))
  return [...alike].map(([own, group]) => {
    const places = group.map(([address]) => address)
    return ['npx tableread run', ...places, own, ...flagsOf(started)].join(' ')
  })
}

export function flagsOf({ target = '', flags = [] }: StartedWith): string[] {
  const isNamed = flags.includes('--target') || !/^https?:\/\/\S+$/.test(target)
  return [...(isNamed ? [] : ['--target', quoteWord(target)]), ...flags]
}
