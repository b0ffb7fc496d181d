import { type Command, Option } from 'commander'
import { finish } from '../output/finish.ts'
import type { RunFlags } from './run.ts'

const collect = (value: string, earlier: string[] = []): string[] => [...earlier, value]

/** Adds the verbs of tapes, each of which is `run` with one `--tape`. */
export function addTapeCommands(program: Command): void {
  program
    .command('record')
    .description('run suites and keep what the service answers on tapes, so that replay needs no service')
    .argument('[paths...]', 'suite files, folders of them, or file:line of one conversation (default: suites)')
    .option('-v, --agent-version <version>', 'default, draft or a number; repeat it for several', collect)
    .option('-t, --name <pattern>', 'only conversations whose "suite > name" matches, without regard to case')
    .option('--tags <tags...>', 'only conversations with one of these tags')
    .option('--tapes <folder>', 'where the tapes are (default: tapes; config: tapes)')
    .addOption(reporter())
    .option('--json [file]', 'write the result as JSON: to standard output, or to a file beside the report')
    .option('--target <url>', 'the service; default: the local service, embedded (environment: TABLEREAD_TARGET)')
    .option('--workspace <path>', 'the workspace of the embedded local service')
    .option('--seed <seed>', 'what {{random.…}} values repeat with (default: tableread)')
    .option('--clock <clock>', 'its clock: system, frozen, or an instant at which it stands (default: system)')
    .option('-c, --concurrency <count>', 'how many conversations run at once, or auto (default: 8)')
    .option('--time-limit <time>', 'how long to wait for the answer to a turn, for example 10s (default: 30 s)')
    .option('--keep-going', 'go on with the next turn after one that failed')
    .option('--no-reconcile', 'do not fetch the stored session after the last turn')
    .option('--history <file>', 'where each run is kept (default: .tableread/history.sqlite; TABLEREAD_HISTORY)')
    .option('--no-history', 'do not keep this run')
    .option('--config <file>', 'the config file (default: tableread.config.yaml or .ts)')
    .action(async (paths: string[], flags: RunFlags) =>
      finish((await import('./run.ts')).run(paths, { ...flags, tape: 'record' })),
    )
  program
    .command('replay')
    .description('run suites against tapes: nothing is sent, and latencies are those of the recording')
    .argument('[paths...]', 'suite files, folders of them, or file:line of one conversation (default: suites)')
    .option('-v, --agent-version <version>', 'default, draft or a number; repeat it for several', collect)
    .option('-t, --name <pattern>', 'only conversations whose "suite > name" matches, without regard to case')
    .option('--tags <tags...>', 'only conversations with one of these tags')
    .option('--tapes <folder>', 'where the tapes are (default: tapes; config: tapes)')
    .option('--offline', 'do not ask the service whether its agents changed since')
    .addOption(reporter())
    .option('--json [file]', 'write the result as JSON: to standard output, or to a file beside the report')
    .option('--junit <file>', 'write JUnit XML to a file beside the report')
    .option('--markdown <file>', 'write a summary as Markdown, for a pull request or a job; - is standard output')
    .option('--html <file>', 'write the report as one HTML file that needs no network')
    .option('--quarantine <file>', 'conversations that may fail for now, each with a reason (config: quarantine)')
    .option('--coverage', 'print which tools, handoffs, metadata and kinds of content the run saw')
    .option('--trace', 'print under each failed conversation what was seen, what matched it and why not')
    .option('--show-private', 'show personal data and signed links as they came; the key never is')
    .option('--target <url>', 'the service whose agents to hold the tapes against (environment: TABLEREAD_TARGET)')
    .option('--workspace <path>', 'the workspace whose agents to hold the tapes against')
    .option('--seed <seed>', 'what {{random.…}} values repeat with (default: tableread)')
    .option('-c, --concurrency <count>', 'how many conversations run at once (default: 8)')
    .option('--keep-going', 'go on with the next turn after one that failed')
    .option('--no-reconcile', 'do not compare the turns with the stored session after the last turn')
    .option('--config <file>', 'the config file (default: tableread.config.yaml or .ts)')
    .action(async (paths: string[], flags: RunFlags) =>
      finish((await import('./run.ts')).run(paths, { ...flags, tape: 'replay' })),
    )
}

function reporter(): Option {
  return new Option('-r, --reporter <name>', 'how to report')
    .choices(['default', 'plain', 'json', 'junit'])
    .default('default')
}
