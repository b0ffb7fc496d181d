import { Command, CommanderError, Help, Option } from 'commander'
import { loseOutput, settleExit } from '../project/exit-code.ts'
import { tablereadVersion } from '../project/package-version.ts'
import { compileWasmOnce, hasFolder, interrupts, outliveTerminal, spareCrashReports } from '../project/process.ts'
import { finish } from './output/finish.ts'
import type { HistoryFlags } from './verbs/history.ts'
import { addJudgeCommand } from './verbs/judge-commands.ts'
import type { LintFlags } from './verbs/lint.ts'
import { addQueueCommands } from './verbs/queue-commands.ts'
import { addImportCommands, addResultCommands } from './verbs/result-commands.ts'
import type { SchemaFlags } from './verbs/schema.ts'
import type { ServeFlags } from './verbs/serve.ts'
import {
  addChatCommand,
  addContractCommand,
  addInitCommand,
  addMcpCommand,
  addPullCommand,
} from './verbs/service-commands.ts'
import {
  addJudgeOptions,
  addOnlyOption,
  addSafetyOptions,
  addSeedsOption,
  collectTexts,
  refuseVersionAfterVerbs,
  shared,
} from './verbs/shared-options.ts'
import {
  addAttackCommand,
  addBisectCommand,
  addCompareCommand,
  addRunCommand,
  addSnapshotsCommand,
  addTapeCommands,
  addTeethCommand,
  addVaryCommand,
} from './verbs/suite-commands.ts'

spareCrashReports()
outliveTerminal()
compileWasmOnce()

/** The description of an option, without the presets that commander adds. */
function describeOption(option: Option): string {
  return new Help().optionDescription(option).replace(/ \(preset: [^)]*\)$|, preset: [^,)]*/, '')
}

const program = new Command('tableread')
  .description(
    'Table reads for conversational agents: YAML conversations run against an agent version, judged line by line.',
  )
  .version(tablereadVersion())
  .configureHelp({ optionDescription: describeOption })
  .showSuggestionAfterError()
  .showHelpAfterError('(--help shows every option)')
  .exitOverride()

program.addHelpText(
  'afterAll',
  '\nEnvironment: HTTPS_PROXY, HTTP_PROXY and NO_PROXY name proxies, NODE_EXTRA_CA_CERTS an authority to trust.',
)

addRunCommand(program)
addCompareCommand(program)
addChatCommand(program)

program
  .command('serve')
  .description('start the local service, all of it on a loopback port')
  .option('-p, --port <port>', 'the port; 0 picks a free one', '4010')
  .option('--workflow-port <port>', 'a second port for the workflow host; without it one origin serves both hosts')
  .option('--host <address>', 'the address to listen on (default: 127.0.0.1, this machine alone)')
  .option(
    '--workspace <path>',
    'a folder with workspace.yaml or .ts; repeat it for several (default: demo)',
    collectTexts,
  )
  .option('--data <file>', 'keep everything in this SQLite file (default: in memory)')
  .option('--clock <clock>', 'system, frozen, or an instant to freeze it at (default: system)')
  .option('--ambiguity <seed>', 'where the interface allows several answers, choose among them by this seed')
  .option('--seed <seed>', 'seed for random picks')
  .addOption(
    new Option('--call-envelope <kind>', 'the responseCode of failing call triggers').choices([
      'mirrored',
      'always200',
    ]),
  )
  .option('-w, --watch', 'read the workspace again when its files change')
  .option('--json', 'print where it listens as one line of JSON')
  .action(async (flags: ServeFlags) => finish((await import('./verbs/serve.ts')).serve(flags)))

program
  .command('demo')
  .description('run the demo suites against the default and the draft version of three demo agents')
  .action(async () => finish((await import('./verbs/demo.ts')).demo()))

program
  .command('lint')
  .description('check suite files, and hold them against the agents, without sending a turn')
  .argument('[paths...]', 'suite files or folders of them (default: suites)')
  .option(...shared.agentVersion, collectTexts)
  .option('--target <url>', 'read the blueprints of this service (environment: TABLEREAD_TARGET)')
  .option('--workspace <path>', 'the workspace whose agents to check against (default: demo)')
  .option('--fix', 'fix typos in the files where the meaning cannot change: keys, words, variables, agents, tools')
  .option('--no-blueprints', 'only read the files: nothing is checked against agents')
  .option('--json', 'print what was found as JSON')
  .option(...shared.config)
  .action(async (paths: string[], flags: LintFlags) => finish((await import('./verbs/lint.ts')).lint(paths, flags)))

addSnapshotsCommand(program)
addBisectCommand(program)

program
  .command('history')
  .description('show how conversations fared over the runs that were kept, and which are flaky')
  .argument('[paths...]', 'suite files, folders of them, or file:line of one conversation (default: all)')
  .option(...shared.name)
  .option('-v, --agent-version <version>', 'only this version; repeat it for several', collectTexts)
  .option('-n, --last <count>', 'how many of the newest runs of each conversation', '20')
  .option('--flaky', 'only conversations that pass and fail without a change, the worst first')
  .addOption(new Option('-r, --reporter <name>', 'how to report').choices(['default', 'plain']).default('default'))
  .option('--json', 'print the trends as JSON')
  .option('--write-durations <file>', 'write how long conversations take to a file, to cut shards by; print nothing')
  .option('--history <file>', 'the history (default: .tableread/history.sqlite; environment: TABLEREAD_HISTORY)')
  .option(...shared.config)
  .action(async (paths: string[], flags: HistoryFlags) =>
    finish((await import('./verbs/history.ts')).history(paths, flags)),
  )

program
  .command('schema')
  .description('print the JSON Schema of suites and other files, or write them for an editor')
  .argument(
    '[kind]',
    'suite, config, workspace, agent, include, quarantine, labels, result, comparison, variation, attack or openapi (default: suite)',
  )
  .option('--openapi', 'print the interface of the service as an OpenAPI 3.1 document instead')
  .option('--result', 'print the JSON Schema of the result of a run instead')
  .option('--comparison', 'print the JSON Schema of the result of a comparison instead')
  .option('--labels', 'print the JSON Schema of label files for judges instead')
  .option(
    '--for-editor [folder]',
    "write the schemas of all files, with this project's names filled in (default: .tableread/schema)",
  )
  .option(...shared.config)
  .action(async (kind: string | undefined, flags: SchemaFlags) =>
    finish((await import('./verbs/schema.ts')).schema(kind, flags)),
  )

addInitCommand(program)
addContractCommand(program)
addMcpCommand(program)
addPullCommand(program)
addImportCommands(program)
addResultCommands(program)
addTapeCommands(program)
addTeethCommand(program)
addVaryCommand(program)
addAttackCommand(program)
addJudgeCommand(program)
addQueueCommands(program)
addSafetyOptions(program)
addOnlyOption(program)
addSeedsOption(program)
addJudgeOptions(program)
refuseVersionAfterVerbs(program)
program.hook('preAction', async () => {
  if (hasFolder()) return
  const { UsageError } = await import('../project/usage-error.ts')
  await finish(Promise.reject(new UsageError('the current folder is not there any more', 'change into one that is')))
  process.exit()
})
program.hook('preAction', async (_, command) => {
  // An option that a nested verb shares with its parent belongs to either, wherever it stands: `report merge
  // --json FILE`.
  const isGiven = (name: string): boolean => command.getOptionValueSourceWithGlobals(name) === 'cli'
  const hasBlank = command.args.some((each) => each.trim() === '')
  if (!hasBlank && !command.options.some((each) => isGiven(each.attributeName()))) return
  const { guardFlags } = await import('./guard-flags.ts')
  const { options, args } = command
  const given = { options, args, name: command.name(), flags: command.optsWithGlobals(), words: process.argv.slice(2) }
  const guard = async (): Promise<number> => {
    guardFlags(given)
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
  const left = error.code === 'EPIPE'
  if (process.argv[2] === 'chat' && (left || error.code === 'EIO')) process.exit(left ? 141 : interrupts.SIGHUP)
  if (isLost) return
  isLost = true
  loseOutput(left ? 141 : 2)
  if (stream === 'output' && !left) process.stderr.write(`standard output cannot be written: ${error.message}\n`)
}
process.stdout.on('error', (error) => lose('output', error))
process.stderr.on('error', (error) => lose('errors', error))

/**
 * Settles when the command is done and its exit code is set. Not awaited here: in the bundle, modules that
 * are loaded later import this file and would wait for it in turn. Commander's own exits (--help, an unknown
 * flag) are thrown instead of taken at once, so that their output is written first, or known to be lost.
 */
export const ended: Promise<unknown> = program.parseAsync().catch((error: unknown) => {
  if (!(error instanceof CommanderError)) throw error
  settleExit(error.exitCode === 0 ? 0 : 2)
})

export { ownProcess } from './own-process.ts'
