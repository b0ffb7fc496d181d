import { existsSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { isExportPlace } from '../../base/files/module-place.ts'
import { type Flag, type Flags, type FlagsOf, helpOf, longOf } from '../flags/flag.ts'
import { helpHead, isEveryday, type SharedFlag, sharedFlags } from '../flags/shared-flags.ts'
import { formatNames, formatOf } from '../formats/formats.ts'
import { hideUntilAll } from './help.ts'
import { finish } from './output/finish.ts'

/** A verb of the command line: its name, what it takes, and what performs it, loaded when it is called. */
export interface Verb {
  /** The words that call it: `run`, `judge label`. */
  name: string
  about: string
  takes: readonly (readonly [written: string, about: string])[]
  flags: Flags
  /** Shared flags that verbs of its kind have and it has not, each with the reason, which is the hint of its refusal. */
  without: Readonly<Partial<Record<SharedFlag, string>>>
  /** Whether the process ends with it, whatever is under way: a cancelled turn may still run in the embedded service. */
  endsAtOnce?: true
  perform(given: readonly string[], flags: never): Promise<number>
}

/** Declares a verb: what performs it gets just the flags that are declared. */
export function verb<All extends Flags>(
  name: string,
  about: string,
  declared: {
    takes?: Verb['takes']
    flags: All
    without?: Verb['without']
    endsAtOnce?: true
    perform(given: readonly string[], flags: FlagsOf<All>): Promise<number>
  },
): Verb {
  return { name, about, takes: [], ...declared, without: { ...withoutFormats(name), ...declared.without } }
}

/** The formats that would say nothing of what a verb finds. */
function withoutFormats(verb: string): Verb['without'] {
  return Object.fromEntries(
    formatNames.flatMap((name) => {
      const reason = formatOf(name).without?.[verb]
      return reason === undefined ? [] : [[name, reason]]
    }),
  )
}

/** Adds a verb to the program, below the verb that its first words name; `parents` says what such a verb is about. */
export function addVerb(
  program: Command,
  parents: Readonly<Record<string, string>>,
  { name, about, takes, flags, without, endsAtOnce, perform }: Verb,
): void {
  const words = name.split(' ')
  const last = words.pop() ?? name
  const parent = words.reduce(
    (above, word) =>
      above.commands.find((each) => each.name() === word) ?? above.command(word).description(parents[word] ?? ''),
    program,
  )
  const command = parent.command(last).description(about)
  declared.set(command, flags)
  for (const [argument, what] of takes) command.argument(argument, what)
  const needed = takes
    .filter(([placeholder]) => placeholder.startsWith('<'))
    .map(([argumentForm, what]) => `${argumentForm}: ${what}`)
  if (needed.length > 0) command.showHelpAfterError(`(${needed.join('; ')}; --help shows all it takes)`)
  for (const [key, flag] of Object.entries(flags)) {
    if (Object.hasOwn(without, key)) continue
    for (const option of optionsOf(key, flag, without)) {
      command.addOption(option)
      if (!isEveryday(key, flag)) hideUntilAll(option)
    }
  }
  for (const [key, reason] of Object.entries(without)) refuse(command, longOf(sharedFlags, key), reason)
  command.action(async () => {
    // Flags that a nested verb shares with the one above are parsed by that one, wherever they stand.
    const [paths, flags, began] = [command.args, command.optsWithGlobals(), Date.now()]
    await finish(perform(paths, flags as never), { verb: name, words: paths, declared: flagsOf(command), flags, began })
    if (endsAtOnce === true && process.stdout.isTTY === true) process.exit()
  })
}

const declared = new WeakMap<Command, Flags>()

export const flagsOf = (command: Command): Flags => declared.get(command) ?? {}

/** A flag as the options that it is on the command line: itself, and what turns it off. */
function optionsOf(key: string, flag: Flag, without: Verb['without']): Option[] {
  const option = new Option(flag.written, helpOf(flag)).makeOptionMandatory(flag.needed === true)
  const head = helpHead(key)
  if (head !== undefined) option.helpGroup(`${head}:`)
  // A reporter of a format that it has not is no choice.
  if (flag.choices !== undefined)
    option.choices(flag.choices.filter((choice) => key !== 'reporter' || !Object.hasOwn(without, choice)))
  if (flag.preset !== undefined) option.default(flag.preset)
  if (flag.orModule === true) {
    const ofOurs = option.parseArg
    option.argParser((name: string) => {
      if (!isExportPlace(name)) return ofOurs?.(name, undefined)
      const [path = ''] = name.split('#')
      if (!existsSync(path)) throw new InvalidArgumentError(`There is no module ${path}.`)
      return name
    })
  }
  if (flag.repeats === true) {
    const collect = (value: string | true, earlier: (string | true)[] = []): (string | true)[] => [...earlier, value]
    option.argParser(collect)
    if (option.optional) option.preset(true)
  }
  if (flag.off === undefined || option.long === undefined) return [option]
  const off = new Option(option.long.replace('--', '--no-'), flag.off)
  return [option, head === undefined ? off : off.helpGroup(`${head}:`)]
}

function refuse(command: Command, flag: string, reason: string): void {
  command.addOption(new Option(`${flag} [value]`).hideHelp())
  command.on(`option:${flag.slice(2)}`, () =>
    command.error(`error: ${command.name()} has no ${flag}\n   hint: ${reason}`, { exitCode: 2 }),
  )
}
