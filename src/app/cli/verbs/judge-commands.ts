import type { Command } from 'commander'
import { finish } from '../output/finish.ts'
import type { CalibrateFlags } from './judge-calibrate.ts'
import type { LabelFlags } from './judge-label.ts'
import type { StatusFlags } from './judge-status.ts'
import { shared } from './shared-options.ts'

/** Adds `tableread judge`, with a verb for each step to a licence. */
export function addJudgeCommand(program: Command): void {
  const judge = program
    .command('judge')
    .description('licences for judges: label examples, ask the judge, and see which criteria count')
  judge
    .command('label')
    .description('walk through the transcripts of a result, and write down whether each criterion is met')
    .argument('<result>', 'what --json wrote of a run with judges')
    .requiredOption('-o, --output <file>', 'the label file to add to')
    .option('--by <name>', 'who labels; with several people, how far they agree is measured')
    .option(...shared.config)
    .action(async (result: string, flags: LabelFlags) =>
      finish((await import('./judge-label.ts')).labelResult(result, flags)),
    )
  judge
    .command('calibrate')
    .description('ask the judge about labelled examples, print how often it is right, and write its licences')
    .argument('[labels...]', 'label files or folders of them (default: labels)')
    .option('--json', 'print what was found as JSON')
    .option(...shared.markdown)
    .option('--max-judge-calls <count>', 'ask judges at most this many questions (config: judges: max calls)')
    .option('--no-judge-cache', 'ask again instead of using cached answers')
    .option(...shared.maxTokensSpent)
    .option(...shared.maxCost)
    .option(...shared.config)
    .action(async (labels: string[], flags: CalibrateFlags) =>
      finish((await import('./judge-calibrate.ts')).calibrateJudges(labels, flags)),
    )
  judge
    .command('status')
    .description('show which criteria of the suites are licensed, since when, and why the others are not')
    .argument('[paths...]', 'suite files or folders of them (default: suites)')
    .option('--json', 'print it as JSON')
    .option('--strict', 'exit with 1 where a criterion is not licensed')
    .option(...shared.config)
    .action(async (paths: string[], flags: StatusFlags) =>
      finish((await import('./judge-status.ts')).judgeStatus(paths, flags)),
    )
}
