import { type Command, Option } from 'commander'
import { finish } from '../output/finish.ts'
import type { QueueAction, QueueVerbFlags } from './queue.ts'
import type { WorkFlags } from './work.ts'

const queueOption = ['--queue <url>', 'the queue: redis://host:6379/0, or rediss:// (TABLEREAD_QUEUE_URL)'] as const

/** Adds the flags of a verb that puts its conversations on a queue. */
export function addQueueOptions(command: Command): Command {
  return command
    .option('--queue <url>', 'have workers run it: redis://host:6379/0, or rediss:// (TABLEREAD_QUEUE_URL)')
    .option('--rate <requests>', 'with --queue: requests a minute to the service, of all workers and runs together')
    .addOption(
      new Option('--priority <which>', 'with --queue: before or after other runs').choices(['high', 'normal', 'low']),
    )
    .option('--follow <run>', 'with --queue: take over a run whose process ended, by the name printed when it began')
}

/** Adds `tableread work` and `tableread queue`. */
export function addQueueCommands(program: Command): void {
  program
    .command('work')
    .description('run conversations that "run --queue" put on a queue, until stopped')
    .option(...queueOption)
    .option('-c, --concurrency <count>', 'how many conversations at once', '8')
    .option('--lease <time>', 'how long a worker may be silent before another one takes its conversations', '30s')
    .action(async (flags: WorkFlags) => finish((await import('./work.ts')).work(flags)))
  const queue = program.command('queue').description('show the state of a queue, pause it, or set its limits')
  const add = (action: QueueAction, about: string): Command =>
    queue
      .command(action)
      .description(about)
      .option(...queueOption)
      .action(async (flags: QueueVerbFlags) => finish((await import('./queue.ts')).queue(action, flags)))
  add('status', 'runs, workers, limits, and what is left').option('--json', 'print it as JSON')
  add('page', 'serve a page on 127.0.0.1 that shows the same, live').option('--port <port>', '0 picks a free one', '0')
  add('pause', 'start nothing new; what is running finishes')
  add('resume', 'go on after a pause')
  add('limit', 'set limits for all workers together, from now on')
    .option('--rate <requests>', 'requests a minute to the service of --target; 0 for no limit')
    .option('--target <url>', 'the service')
    .option('--at-once <count>', 'conversations at once; 0 for no limit')
}
