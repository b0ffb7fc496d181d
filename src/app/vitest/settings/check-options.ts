import { didYouMean } from '../../../base/text/suggest.ts'
import { count } from '../../../base/text/wording.ts'
import { UsageError } from '../../edge/usage-error.ts'
import type { TablereadOptions } from './options.ts'

/** What an option may be: whether a value is that, and how it is written. */
interface OptionKind {
  holds: (value: unknown) => boolean
  spell: (name: string, value: unknown) => string
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

const text: OptionKind = { holds: isText, spell: (name) => `${name} is a text, such as ${name}: '…'` }
const flag: OptionKind = { holds: isFlag, spell: (name) => `${name} is true or false` }
const amount: OptionKind = {
  holds: (value) => typeof value === 'number' && value > 0,
  spell: (name) => `${name} is a number above 0`,
}
const texts: OptionKind = {
  holds: isTexts,
  spell: (name, value) => `${name} is a list of texts: ${name}: ['${isText(value) ? value : '…'}']`,
}
const either = (words: string, ...checks: OptionKind['holds'][]): OptionKind => ({
  holds: (value) => checks.some((holds) => holds(value)),
  spell: (name) => `${name} is ${words}`,
})
/** What the code that uses it checks by itself. */
const elsewhere: OptionKind = { holds: () => true, spell: () => '' }

const kinds: Readonly<Record<keyof TablereadOptions, OptionKind>> = {
  config: text,
  target: text,
  workflowTarget: text,
  workspace: text,
  suites: texts,
  versions: texts,
  concurrency: either("a number of conversations, or 'auto'", amount.holds, (value) => value === 'auto'),
  timeLimitMs: amount,
  reporters: texts,
  stopAfterFailure: flag,
  reconcile: flag,
  quarantine: text,
  reviews: text,
  tapes: text,
  redact: elsewhere,
  vary: elsewhere,
  harmlessTools: texts,
  claims: elsewhere,
  clock: either('true, false, or an instant to start at', isFlag, isText),
  trace: flag,
  seeds: amount,
  seed: text,
  allowTools: either('true, false, or a list of tools', isFlag, isTexts),
  snapshots: either("true, false, or 'calls'", isFlag, (value) => value === 'calls'),
  report: either("the file of the report, such as 'report.html'", isText),
}

/** Vitest does not check types. @throws UsageError that names the first unknown option or one of another kind */
export function checkOptions(options: TablereadOptions): void {
  const optionNames = Object.keys(kinds)
  const entries: [name: string, value: unknown][] = Object.entries(options)
  for (const [name, value] of entries) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name as keyof TablereadOptions] : undefined
    if (kind === undefined)
      throw new UsageError(
        `tableread() in the Vitest config has no option "${name}"`,
        didYouMean(name, optionNames) ?? `it has ${count(optionNames.length, 'option')}: ${optionNames.join(', ')}`,
      )
    if (value !== undefined && !kind.holds(value))
      throw new UsageError(
        `tableread() in the Vitest config: ${name} cannot be ${JSON.stringify(value) ?? typeof value}`,
        kind.spell(name, value),
      )
  }
}
