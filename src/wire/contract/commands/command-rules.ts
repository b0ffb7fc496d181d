import type fc from 'fast-check'
import type { World } from '../world/world.ts'
import { callCommands } from './call-commands.ts'
import { clockCommands } from './clock-commands.ts'
import { flowCommands } from './flow-commands.ts'
import { messageCommands } from './message-commands.ts'
import type { ServiceCommand } from './service-command.ts'
import { talkCommands } from './talk-commands.ts'
import { versionCommands } from './version-commands.ts'

const groups = {
  talks: talkCommands,
  versions: versionCommands,
  calls: callCommands,
  flows: flowCommands,
  messages: messageCommands,
  clock: clockCommands,
}

/** The rules that commands are judged by, each with the group of commands that shows it. */
const groupOf: Readonly<Record<string, keyof typeof groups>> = {
  'CHA-05': 'talks',
  'CHA-06': 'talks',
  'CHA-23': 'versions',
  'CHA-30': 'versions',
  'SES-01': 'talks',
  'ISO-01': 'talks',
  'ISO-02': 'talks',
  'SCH-01': 'messages',
  'WIN-06': 'calls',
  'QUE-01': 'calls',
  'QUE-02': 'calls',
  'RET-01': 'calls',
  'DEL-01': 'flows',
  'DEL-04': 'flows',
}

/** The rules that commands are judged by. */
export const commandRules: readonly string[] = Object.keys(groupOf)

/** What commands of a group meet most: publishing while people talk, time while something waits. */
const besides: Record<keyof typeof groups, (typeof talkCommands)[]> = {
  talks: [versionCommands, versionCommands],
  versions: [talkCommands],
  calls: [callCommands, clockCommands],
  flows: [flowCommands, flowCommands],
  messages: [messageCommands, clockCommands],
  clock: [],
}

/** Every command there is, and those that show a rule more often than the rest. */
export function commandsFor(rule: string, world: World): fc.Arbitrary<ServiceCommand>[] {
  const group = groupOf[rule] ?? 'talks'
  const all = [...Object.values(groups), groups[group], groups[group], ...besides[group]]
  return all.flatMap((commands) => commands(world))
}
