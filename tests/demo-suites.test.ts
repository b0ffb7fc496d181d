import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { performConversation } from '../src/engine/perform/perform-conversation.ts'
import { runPool } from '../src/engine/run/pool.ts'
import type { ConversationResult } from '../src/engine/verdict/conversation-result.ts'
import { describeOutcome } from '../src/report/text/describe-outcome.ts'
import { createService } from '../src/service/app.ts'
import { listen } from '../src/service/listen.ts'
import { loadWorkspace } from '../src/service/workspace/load-workspace.ts'
import { parseScript } from '../src/suite/language/script/parse.ts'
import { planScript } from '../src/suite/plan/plan.ts'
import { createClient } from '../src/wire/client/client.ts'
import { openNetwork } from '../src/wire/client/undici-transport.ts'

const root = resolve(import.meta.dirname, '..')
const files = readdirSync(resolve(root, 'suites')).filter((name) => name.endsWith('.yaml'))

/** Limits that a busy machine could break, widened: those of turns, and those of tools that are code and not a recording. */
function withoutHaste(text: string, name: string): string {
  const wide = text.replace(/\b(turn|reply): \d s\b/g, '$1: 50 s')
  return name.startsWith('warranty') ? wide.replace(/\btool: \d s\b/g, 'tool: 50 s') : wide
}

async function runDemo(version: string): Promise<ConversationResult[]> {
  const loaded = loadWorkspace(resolve(root, 'fixtures/workspace'))
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const service = await listen(createService({ workspaces: [loaded.workspace] }), { port: 0 })
  const network = openNetwork({ connections: 8 })
  const client = createClient({ baseUrl: service.url, apiKey: loaded.workspace.keys[0] ?? '', transport: network.send })
  const results: ConversationResult[] = []
  const plans = files.flatMap((name) => {
    const parsed = parseScript(withoutHaste(readFileSync(resolve(root, 'suites', name), 'utf8'), name), name)
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
    return planScript(parsed.script, {
      versions: [version],
      versionsGiven: true,
      timeLimitMs: 60_000,
      stopAfterFailure: true,
    })
  })
  await runPool(
    plans,
    8,
    async (plan) => void results.push(await performConversation(plan, { client, reconcile: true })),
  )
  await network.close()
  await service.close()
  return results
}

/** What the draft does wrong: the conversation, the turn, and the first line of the message. */
const regressions: [conversation: string, turn: number, message: RegExp][] = [
  ['cancels the reservation SI5UKW', 2, /^get_user_details was not called/],
  ['cancels a trip from MCO to CLT for a refund', 3, /^get_user_details was called.*arguments/],
  ['cancels a flight from JFK to MCO', 2, /^get_user_details was called.*phase/],
  ['cancels a flight and asks for a refund', 2, /^get_reservation_details took 9.2 s/],
  ['changes a trip from New York to Chicago', 1, /reply/],
  ['asks to move a basic economy flight', 1, /placeholder \$\{case_id\}/],
  ['tracks an order, then sends the link', 1, /placeholder \$\{first_name\}/],
  ['cancels an order only after a yes', 2, /^lookup_order was not called/],
  ['writes a return label', 1, /^create_return_label was called.*arguments/],
  ['explains the refund policy', 1, /reply/],
  ['reads what is left on a gift card', 1, /^check_gift_card/],
  ['hands over to a person', 1, /^transfer_to_human was/],
  ['books nothing for a device that is too old', 1, /reply/],
]

describe('the demo suites', () => {
  it('hold at least 25 conversations, 20 of them replayed, and all pass on default', { tags: 'stress' }, async () => {
    const results = await runDemo('default')
    expect(results.filter(({ verdict }) => verdict !== 'passed').map(({ name }) => name)).toEqual([])
    expect(results.length).toBeGreaterThanOrEqual(25)
    expect(results.filter(({ agent }) => agent === 'airline-desk').length).toBeGreaterThanOrEqual(20)
  })

  it('show each regression of the draft at its turn, and nothing else', async () => {
    const results = await runDemo('draft')
    const failed = results.filter(({ verdict }) => verdict !== 'passed')
    expect(failed.map(({ name }) => name).sort()).toEqual(regressions.map(([name]) => name).sort())
    for (const [name, turn, message] of regressions) {
      const result = failed.find((each) => each.name === name)
      const first = result?.turns.find(({ verdict }) => verdict === 'failed')
      const lines =
        first?.outcomes
          .filter(({ verdict }) => verdict === 'failed')
          .map((outcome) => describeOutcome(outcome).split('\n', 1)[0] ?? '') ?? []
      expect([name, result?.verdict, (first?.index ?? -1) + 1, lines.some((line) => message.test(line))]).toEqual([
        name,
        'failed',
        turn,
        true,
      ])
    }
  })
})
