import { join } from 'node:path'
import { givenNames } from '../../../base/privacy/stand-ins.ts'
import { keyMask } from '../../../base/secrets/secret-keys.ts'
import { type Conceal, scopeOf } from '../../../engine/verdict/conceal.ts'
import type { ConversationResult } from '../../../engine/verdict/conversation-result.ts'
import { draftConversation } from '../../../import/sessions/draft-conversation.ts'
import { sessionOfTalk } from '../../../import/sessions/session-of-talk.ts'
import type { Talk } from '../../../import/sessions/talk.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { indent, writeTextScalar } from '../../../suite/yaml/write-yaml.ts'
import { writeGiven } from '../../files/given-files.ts'
import { commentsOf, insistOwn, type Writer } from './kept-file.ts'

const talkKeeper: Writer = {
  flag: '--save-talks',
  mark: 'A talk of a simulated user, kept by tableread run --save-talks; take this line out to keep what you change.',
}

/** Plain turns, one file per talk, as reports show messages. Returns how many. @throws UsageError for a foreign file */
export function saveTalks(
  folder: string,
  results: readonly ConversationResult[],
  plans: readonly Plan[],
  conceal: Conceal,
): number {
  const byId = new Map(plans.map((plan) => [plan.id, plan]))
  let count = 0
  for (const result of results) {
    const plan = byId.get(result.id)
    const hasAnswers = result.turns.some(({ entries }) => entries.length > 0)
    if (result.simulated === undefined || plan === undefined || !hasAnswers) continue
    const path = join(folder, `${result.id.replace(/\.ya?ml(?=:)/, '').replace(/[^\p{L}\p{N}~.-]+/gu, '-')}.yaml`)
    insistOwn(path, talkKeeper)
    writeGiven(path, suiteOf(result, conceal.rest(plan.metadata, scopeOf(result)), path))
    count += 1
  }
  return count
}

function suiteOf(result: ConversationResult, metadata: Plan['metadata'], path: string): string {
  const { suite, name, agent, id, version } = result
  const notes = [`what the simulated user of ${id} said; words are suggestions`]
  const lines = draftConversation(toStored(result, metadata), {
    name,
    agent: null,
    notes,
    recording: false,
    exact: true,
    hide: (text) => text.replace(givenNames, ' ').replaceAll(keyMask, ' '),
  })
  return [
    ...commentsOf(talkKeeper, path).map((line) => `# ${line}`),
    `suite: ${writeTextScalar(`${suite}, talks kept`, false)}`,
    `agent: ${writeTextScalar(agent, false)}`,
    `agent version: ${writeTextScalar(version, false)}`,
    'conversations:',
    ...indent(lines),
    '',
  ].join('\n')
}

/** The talk as a stored session, which is the form that suites are drafted from. */
function toStored(
  { agent, version, sessionId, startedAt, turns }: ConversationResult,
  metadata: Plan['metadata'],
): Talk {
  return {
    session: sessionOfTalk({
      ...{ agent, version, metadata, time: startedAt, sessionId: sessionId ?? 'talk' },
      transcript: turns.flatMap(({ entries }) => entries),
    }),
    origin: { file: 'talk', line: 0, column: 0 },
    stored: false,
    leftOut: [],
  }
}
