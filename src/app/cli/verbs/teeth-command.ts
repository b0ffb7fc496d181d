import { type Command, Option } from 'commander'
import { finish } from '../output/finish.ts'
import type { TeethFlags } from './teeth.ts'

const collect = (value: string, earlier: string[] = []): string[] => [...earlier, value]

/** Adds `tableread teeth`. */
export function addTeethCommand(program: Command): void {
  program
    .command('teeth')
    .description('measure how well suites notice an agent that gets worse, and say which expectations are missing')
    .argument('[paths...]', 'suite files, folders of them, or file:line of one conversation (default: suites)')
    .option('-v, --agent-version <version>', 'default, draft or a number; repeat it for several', collect)
    .option('-t, --name <pattern>', 'only conversations whose "suite > name" matches, without regard to case')
    .option('--tags <tags...>', 'only conversations with one of these tags')
    .option('--kinds <kinds...>', 'only these ways to be worse, such as drop-call slow-tool')
    .option('--min-score <percent>', 'exit with 1 where a suite catches less, for example 95')
    .option(
      '--accept <file>',
      'mutants that suites may let live, each with a reason (default: teeth.yaml; config: teeth)',
    )
    .option('-n, --limit <count>', 'how many suggestions are printed', '10')
    .addOption(new Option('-r, --reporter <name>', 'how to report').choices(['default', 'plain']).default('default'))
    .option('--json [file]', 'write what was found as JSON: to standard output, or to a file beside the report')
    .option('--markdown <file>', 'write a summary as Markdown, for a pull request or a job; - is standard output')
    .option('--show-private', 'show personal data and signed links as they came; the key never is')
    .addOption(new Option('--tape <mode>', 'hear the conversations from tapes, and send nothing').choices(['replay']))
    .option('--tapes <folder>', 'where tapes are (default: tapes; config: tapes)')
    .option('--offline', 'with --tape: do not ask the service whether its agents changed since')
    .option('--target <url>', 'the service; default: the local service, embedded (environment: TABLEREAD_TARGET)')
    .option('--workspace <path>', 'the workspace of the embedded local service')
    .option('--seed <seed>', 'what mutants are chosen by, and {{random.…}} values repeat with (default: tableread)')
    .option('--clock <clock>', 'its clock: system, frozen, or an instant at which it stands (default: system)')
    .option('-c, --concurrency <count>', 'how many conversations run at once, or auto (default: 8)')
    .option('--time-limit <time>', 'how long to wait for the answer to a turn, for example 10s (default: 30 s)')
    .option('--no-reconcile', 'do not fetch the stored session, which also tells which version answered')
    .option('--config <file>', 'the config file (default: tableread.config.yaml or .ts)')
    .action(async (paths: string[], flags: TeethFlags) => finish((await import('./teeth.ts')).teeth(paths, flags)))
}
