import type { Command } from 'commander'

/** The verbs that run suites, and so would leave out what `only: true` leaves out. */
const running = ['run', 'compare', 'snapshots', 'bisect', 'record', 'replay', 'teeth']

/** Adds the flag that lets `only: true` stand where `CI` is set. */
export function addOnlyOption(program: Command): void {
  for (const command of program.commands)
    if (running.includes(command.name()))
      command.option('--allow-only', 'run only what is marked "only: true" where CI is set too, instead of refusing it')
}
