import { Command, CommanderError, type Help } from 'commander'
import { onOneLine } from '../../base/text/wording.ts'
import { isVersionWord } from '../../suite/language/version-word.ts'
import { loseOutput, setExitCode } from '../edge/exit-code.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import { compileWasmOnce, hasFolder, interrupts, outliveTerminal, spareCrashReports } from '../edge/process.ts'
import { addVerb, flagsOf } from './command.ts'
import { commands, parents } from './commands.ts'
import { EverydayHelp, insteadOf, insteadOfFlag, refusedBy } from './help.ts'
import { finish } from './output/finish.ts'
import { refuseVersionAfterVerbs, verbsOf } from './version-flag.ts'

spareCrashReports()
outliveTerminal()
compileWasmOnce()

/** Commands create their help by this: commander has no setting for it. */
class Program extends Command {
  override createCommand(name?: string): Command {
    return new Program(name)
  }
  override createHelp(): Help {
    return new EverydayHelp()
  }
  /** Commander calls this for a word that is no verb. */
  unknownCommand(): void {
    const [word = ''] = this.args
    const instead = this.parent === null ? insteadOf(word.toLowerCase()) : undefined
    if (instead !== undefined) this.error(`error: unknown command '${word}'\n   hint: ${instead}`, { exitCode: 2 })
    ;(Command.prototype as unknown as Program).unknownCommand.call(this)
  }
  /** Words beyond the arguments are most often meant for a flag that takes one word each time. */
  override error(message: string, options?: Parameters<Command['error']>[1]): never {
    const repeated = this.options.find((each) => Array.isArray(this.getOptionValue(each.attributeName())))
    if (options?.code !== 'commander.excessArguments' || repeated?.long == null || repeated.variadic)
      return super.error(message, options)
    const hint = `${repeated.long} takes one at a time: ${repeated.long} A ${repeated.long} B`
    return super.error(`${message}\n   hint: ${hint}`, options)
  }
  /** Commander calls this for a flag that the verb has not. */
  unknownOption(flag: string): void {
    // A flag that the verb refuses with a reason is refused with it where it is misspelt, too.
    const refused = refusedBy(flag, this.options)
    if (refused !== undefined) (this as unknown as NodeJS.EventEmitter).emit(`option:${refused.name()}`)
    const instead = insteadOfFlag(flag, this, verbsOf(program))
    this.error(`error: unknown option '${flag}'${instead === undefined ? '' : `\n   hint: ${instead}`}`, {
      exitCode: 2,
    })
  }
}

/** A message of commander's with a word of the command line on one line. */
const withoutBreaks = (text: string, word: string): string =>
  word.trim() === '' ? text : text.replaceAll(word, onOneLine(word))

const program = new Program('tableread')
  .description(
    'Table reads for conversational agents: YAML conversations run against an agent version, judged line by line.',
  )
  .version(tablereadVersion())
  .showSuggestionAfterError()
  .showHelpAfterError('(--help shows what it takes)')
  .configureOutput({ outputError: (text, write) => write(process.argv.reduce(withoutBreaks, text)) })
  .exitOverride()

for (const verb of commands) addVerb(program, parents, verb)
refuseVersionAfterVerbs(program)
program.hook('preAction', async () => {
  if (hasFolder()) return
  const { UsageError } = await import('../edge/usage-error.ts')
  await finish(Promise.reject(new UsageError('the current folder is not there any more', 'change into one that is')))
  process.exit()
})
program.hook('preAction', async (_, command) => {
  // An option shared with the parent belongs to either, wherever it stands: `report merge --json FILE`.
  const isGiven = (name: string): boolean => command.getOptionValueSourceWithGlobals(name) === 'cli'
  const { options, args, registeredArguments } = command
  const isOdd = args.some((each) => each.trim() === '' || isVersionWord(each))
  if (!isOdd && !options.some((each) => isGiven(each.attributeName()))) return
  const { guardFlags } = await import('./guard-flags.ts')
  const declared = flagsOf(command)
  const flags = command.optsWithGlobals()
  const from = registeredArguments.findIndex((each) => each.name() === 'paths')
  const paths = from === 0 ? args : [] // after sides, a version may be one of them
  const invocation = { options, args, paths, name: command.name(), declared, flags, words: process.argv.slice(2) }
  const guard = async (): Promise<number> => {
    guardFlags(invocation)
    return 0
  }
  await finish(guard())
  if (process.exitCode !== 0) process.exit()
})

// Losing standard output does not stop the command: reports in files and the history are still written, but
// it does not exit with 0. A reader that stops early, such as `head`, is no defect and deserves no message:
// the exit code is that of a process that received SIGPIPE. Only a chat ends at once, since nobody sees it
// any more; a closed terminal is another such reader.
let isLost = false
const lose = (stream: string, error: NodeJS.ErrnoException): void => {
  const isPipeClosed = error.code === 'EPIPE'
  if (process.argv[2] === 'chat' && (isPipeClosed || error.code === 'EIO'))
    process.exit(isPipeClosed ? 141 : interrupts.SIGHUP)
  if (isLost) return
  isLost = true
  loseOutput(isPipeClosed ? 141 : 2)
  if (stream === 'output' && !isPipeClosed)
    process.stderr.write(`standard output cannot be written: ${error.message}\n`)
}
process.stdout.on('error', (error) => lose('output', error))
process.stderr.on('error', (error) => lose('errors', error))

/**
 * Settles when the command is done and its exit code is set. Not awaited here: in the bundle, modules that
 * are loaded later import this file and would wait for it in turn. Commander's own exits (--help, an unknown
 * flag) are thrown instead of taken at once, so that their output is written first, or known to be lost.
 */
export const commandEnd: Promise<unknown> = program.parseAsync().catch((error: unknown) => {
  if (!(error instanceof CommanderError)) throw error
  setExitCode(error.exitCode === 0 ? 0 : 2)
})

export { ownProcess } from './own-process.ts'
