import { performConversation } from '../../src/engine/perform/perform-conversation.ts'
import { runPool } from '../../src/engine/run/pool.ts'
import type { ConversationResult } from '../../src/engine/verdict/conversation-result.ts'
import type { ImportedTalks } from '../../src/import/sessions/import-talks.ts'
import { createService } from '../../src/service/app.ts'
import { listen } from '../../src/service/listen.ts'
import type { Agent } from '../../src/service/workspace/agent.ts'
import { defaultConfig } from '../../src/service/workspace/build-agent.ts'
import { readRecordings } from '../../src/service/workspace/recordings-file.ts'
import { bareWorkspace } from '../../src/service/workspace/workspace.ts'
import { parseScript } from '../../src/suite/language/script/parse.ts'
import { planScript } from '../../src/suite/plan/plan.ts'
import { createClient } from '../../src/wire/client/client.ts'
import { openNetwork } from '../../src/wire/client/undici-transport.ts'

/**
 * Runs an imported suite, with its masking marked as reviewed, against replay agents of the local service
 * that repeat its recordings.
 */
export async function replayImported({ text, recordings }: ImportedTalks): Promise<ConversationResult[]> {
  const parsed = parseScript((text ?? '').replace('reviewed: false', 'reviewed: true'), 'imported.yaml')
  if (!parsed.ok) throw new Error(`the imported suite is broken: ${JSON.stringify(parsed.problems[0])}`)
  const defaults = { versions: ['default'], versionsGiven: false, timeLimitMs: 30_000, stopAfterFailure: true }
  const plans = planScript(parsed.script, defaults)
  const read = readRecordings(recordings.map((recording) => JSON.stringify(recording)).join('\n'))
  if (!read.ok) throw new Error(`recording ${read.line}: ${read.reason}`)
  const agents = [...new Set(plans.map(({ agent }) => agent.value))].map((name): Agent => {
    const behaviour = { kind: 'replay' as const, recordings: read.recordings }
    const version = { label: '1', number: 1, description: '', config: defaultConfig(), behaviour }
    return { name, agentId: name, versions: new Map([[1, version]]), published: 1, draft: null }
  })
  const workspace = bareWorkspace({ name: 'imported', keys: ['import-key'], agents })
  const service = await listen(createService({ workspaces: [workspace] }), { port: 0 })
  const network = openNetwork({ connections: 16 })
  const client = createClient({ baseUrl: service.url, apiKey: 'import-key', transport: network.send })
  const results: ConversationResult[] = []
  try {
    await runPool([...plans.keys()], 8, async (index) => {
      const plan = plans[index]
      if (plan !== undefined) results[index] = await performConversation(plan, { client, reconcile: true })
    })
  } finally {
    await network.close()
    await service.close()
  }
  return results
}
