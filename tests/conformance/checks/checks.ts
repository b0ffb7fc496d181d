import { blueprints } from './blueprints.ts'
import { calls } from './calls.ts'
import type { Checks } from './check.ts'
import { dispatch } from './dispatch.ts'
import { envelope } from './envelope.ts'
import { inline } from './inline.ts'
import { keys } from './keys.ts'
import { noteCalls } from './note-calls.ts'
import { noteChat } from './note-chat.ts'
import { noteRequests } from './note-requests.ts'
import { refusals } from './refusals.ts'
import { schedule } from './schedule.ts'
import { sessions } from './sessions.ts'
import { contents, transcripts } from './transcripts.ts'
import { workflows } from './workflows.ts'

const groups: readonly Checks[] = [
  envelope,
  keys,
  sessions,
  transcripts,
  contents,
  inline,
  dispatch,
  schedule,
  calls,
  workflows,
  blueprints,
  noteRequests,
  noteChat,
  noteCalls,
]

/** Every check by rule id. If a rule has both a refusal and another check, both run. */
export const checks: Checks = Object.fromEntries(
  [...new Set([refusals, ...groups].flatMap((group) => Object.keys(group)))].map((id) => [
    id,
    async (world, rule) => {
      for (const group of [refusals, ...groups]) await group[id]?.(world, rule)
    },
  ]),
)
