import type { Command, Option } from 'commander'
import { lookAt, realPathOf } from '../../base/files/files.ts'
import { variableOf } from '../../base/secrets/environment.ts'
import { isVersionWord } from '../../suite/language/version-word.ts'
import { UsageError } from '../edge/usage-error.ts'
import { insistFileOrCollector, isCollector, readCollector } from '../files/collector.ts'
import { insistReplaceable, isReport, looksLikeSuite, type ReportKind } from '../files/report-file.ts'
import { findClash } from '../flags/combinations.ts'
import type { Flags } from '../flags/flag.ts'
import { formatNames, formatOf } from '../formats/formats.ts'
import { versionHint } from './version-flag.ts'

/** The flags that write to the file they name, and what they write; those of `import` have a rule of their own. */
export const writingFlags: Readonly<Record<string, ReportKind>> = {
  ...Object.fromEntries(formatNames.map((name) => [`--${name}`, name])),
  '--write-durations': 'durations',
  '--ledger': 'ledger',
  '--history': 'history',
}

/** Verbs that read JSON files: a file given to `--json` there may have been meant as an argument. */
const readingJson = ['report', 'merge', 'score']

/** A parsed command. `words` are the raw words of the command line. */
type Given = Pick<Command, 'options' | 'args'> & {
  name: string
  /** Those of the arguments that are paths of suites or attacks. */
  paths: readonly string[]
  declared: Flags
  flags: Record<string, unknown>
  words: readonly string[]
}

/** No value is empty or swallowed a verb's path, and nothing overwrites what is no report. @throws UsageError */
export function guardFlags(
  { options, args, paths, name, declared, flags, words }: Given,
  environment = process.env,
): void {
  const isGiven = (each: string): boolean => {
    const { preset, written } = declared[each] ?? {}
    const usually = written?.startsWith('--no-') === true ? true : preset // what only switches off is on by itself
    return flags[each] !== undefined && flags[each] !== usually
  }
  const clash = findClash(declared, (each) => Object.hasOwn(declared, each) && isGiven(each), environment)
  if (clash !== null) throw new UsageError(clash.message, clash.hint)
  insistUsed(options, flags, environment)
  insistOneOutput(flags)
  const flagByPath = new Map<string, string>()
  if (args.some((each) => each.trim() === ''))
    throw new UsageError('one of the arguments is empty', 'leave it out; a variable that is not set gives one')
  const version = paths.find((each) => isVersionWord(each) && lookAt(each) === undefined)
  if (version !== undefined)
    throw new UsageError(`there is no file or folder ${version}`, versionHint(options, name, version))
  for (const option of options) {
    const flag = option.long ?? option.flags
    if (countsOnce.has(flag)) insistOnce(option, flag, words)
    const values = [flags[option.attributeName()]].flat().filter((each) => typeof each === 'string')
    for (const value of values) {
      insistNamed(option, flag, value)
      if (option.optional || option.variadic) insistMeant(option, flag, value, words)
      const kind = writingFlags[flag]
      if (kind === 'otlp') insistFileOrCollector(value)
      if (kind === 'otlp' && isCollector(value)) {
        readCollector(value)
        continue
      }
      if (kind !== undefined && value === '-') insistPrintable(flag, kind)
      if (kind === undefined || value === '-' || (kind === 'history' && keepsHistory(name, value))) continue
      if (option.optional && readingJson.includes(name)) insistLast(flag, value, { args, words })
      insistReplaceable(flag, value, kind)
      const real = realPathOf(value)
      const other = flagByPath.get(real)
      if (other !== undefined && lookAt(value)?.isFile() !== false)
        throw new UsageError(`${other} and ${flag} would both write to ${value}`, 'name two files')
      flagByPath.set(real, flag)
    }
  }
}

/** Flags that choose what runs: of two, the first would be lost without a word. So it would be of two files. */
const countsOnce: ReadonlySet<string> = new Set(['--name', '--shard', ...Object.keys(writingFlags)])

function insistOnce({ short, long }: Option, flag: string, words: readonly string[]): void {
  const spellings = words.filter((word) => word === short || word === long || word.startsWith(`${long}=`))
  if (spellings.length > 1)
    throw new UsageError(`${flag} is given more than once, and only the last would count`, 'give it once')
}

/** Refuses flags of the embedded local service beside the address of another one, which would be asked instead. */
function insistUsed(options: Given['options'], flags: Given['flags'], environment: NodeJS.ProcessEnv): void {
  if (flags.targetByFlag === true || !options.some(({ long }) => long === '--target')) return
  const unset = flags.target === undefined
  const target = unset ? variableOf(environment, 'TABLEREAD_TARGET') : flags.target
  const flag = ['workspace', 'clock'].find((each) => flags[each] !== undefined)
  if (target === undefined || flag === undefined) return
  const from = unset ? 'TABLEREAD_TARGET' : '--target'
  throw new UsageError(
    `--${flag} is for the embedded local service, and ${from} names another one, which has its own`,
    unset ? `leave one of them out: TABLEREAD_TARGET= before the command` : 'leave one of them out',
  )
}

function insistOneOutput({ reporter, ...flags }: Given['flags']): void {
  const printed = formatNames.flatMap((name) => [
    ...(flags[name] === true ? [`--${name}`] : reporter === name ? [`--reporter ${name}`] : []),
    ...(flags[name] === '-' ? [`--${name} -`] : []),
  ])
  if (printed.length > 1)
    throw new UsageError(`${printed.join(' and ')} would both go to standard output`, 'name a file for one of them')
}

/** Refuses `-` where it would be taken as a file name. */
function insistPrintable(flag: string, kind: ReportKind): void {
  const format = formatNames.find((name) => name === kind)
  const { printedBy, argument } = format === undefined ? {} : formatOf(format)
  if (printedBy === 'dash') return
  const others = printedBy === undefined ? undefined : `--reporter ${kind}`
  const instead = argument === '[file]' ? `${flag} without a file` : others
  throw new UsageError(
    `${flag} writes to a file, and - is not a file name`,
    instead === undefined ? 'name a file' : `name a file; ${instead} writes to standard output`,
  )
}

/** An empty value, as of an unset variable in a script, would mean the current folder, everything, or nothing. */
function insistNamed({ flags }: Option, flag: string, value: string): void {
  if (value.trim() !== '') return
  const [, what] = /[<[](file|folder|path|journal)[>\]]/.exec(flags) ?? []
  throw what === undefined
    ? new UsageError(`the value of ${flag} is empty`, `give it one, or leave ${flag} out`)
    : new UsageError(`${flag} names no ${what}: its value is empty`, `name one, or leave ${flag} out`)
}

/** Refuses a separate word that looks like a path, since it was meant for the verb; a tag may be named as a folder. */
function insistMeant({ variadic }: Option, flag: string, value: string, words: readonly string[]): void {
  if (words.includes(`${flag}=${value}`)) return
  const folder = variadic ? /[\\/]/.test(value) && lookAt(value) !== undefined : lookAt(value)?.isDirectory() === true
  if (!folder && !looksLikeSuite(value)) return
  const instead = variadic ? `${flag}=VALUE for each value` : `${flag}=VALUE`
  throw new UsageError(`${flag} took ${value} as its value`, `name paths before ${flag}, or write ${instead}`)
}

/** In verbs that read results, an existing result is overwritten only by a flag that comes after all of them. */
function insistLast(flag: string, value: string, { args, words }: Pick<Given, 'args' | 'words'>): void {
  const at = words.indexOf(flag)
  if (at === -1 || words[at + 1] !== value || lookAt(value)?.isFile() !== true) return
  if (isReport(value, 'json') && words.slice(at + 2).some((word) => args.includes(word)))
    throw new UsageError(
      `${flag} would overwrite ${value}, and other files follow it`,
      `to write there, ${flag}=${value}; to read it, name it before ${flag}`,
    )
}

/** `history` only reads the file, which may be a damaged history; the history never touches somebody else's file. */
function keepsHistory(name: string, path: string): boolean {
  return name === 'history' || /\.(?:sqlite3?|db)$/i.test(path)
}
