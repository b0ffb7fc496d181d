import { didYouMean } from '../../base/text/suggest.ts'
import { isVersion } from '../../suite/language/version-word.ts'
import { UsageError } from '../edge/usage-error.ts'

/** Refuses what names no version of an agent. @throws UsageError that says how to write it */
export function checkVersion(text: string): void {
  const versions = text.split(/, */)
  const isSound = versions.every(isVersion)
  if (isSound && versions.length === 1) return
  const near = didYouMean(text, ['default', 'draft'], String) ?? 'write default, draft or a number such as 2'
  const [, agent, ofAgent = ''] = /^(.+)@([^@]+)$/.exec(text) ?? []
  const hint = isVersion(ofAgent)
    ? `write -v ${ofAgent}: suites name the agent, as agent: ${agent}`
    : isSound
      ? `write ${versions.map((each) => `-v ${each}`).join(' ')}`
      : near
  throw new UsageError(`"${text}" is not an agent version`, hint)
}
