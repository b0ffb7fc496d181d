// @module-tag stress
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { settle } from '../src/app/config/settings.ts'
import { openJudges } from '../src/app/judging/open-judges.ts'
import { createAllowance } from '../src/engine/verdict/budget/allowance.ts'
import { createRandom } from '../src/service/answer/random.ts'
import { talk } from './causes/talk.ts'
import { drawFaultyTalk, goesOn, patientAgent } from './causes/users.ts'

/** To try all of them, by hand: `FAULTS=1000 npx vitest run tests/simulator-faults.test.ts`. */
const talks = Number(process.env.FAULTS ?? 80)

/** A model host that speaks the user's words, chosen by the number of messages so far. */
async function openHost(wordOf: (turn: number) => string): Promise<{ url: string; asked(): number; close(): void }> {
  let askCount = 0
  const server = createServer(async (request, response) => {
    askCount += 1
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { messages } = JSON.parse(body) as { messages: { content: string }[] }
    const turnCount = (messages.at(-1)?.content ?? '')
      .split('\n')
      .filter((line) => /^\{.*"by":"customer"/.test(line)).length
    const message = { role: 'assistant', content: wordOf(turnCount) }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        ...{ id: 'x', object: 'chat.completion', created: 1, model: 'm' },
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, asked: () => askCount, close: () => server.close() }
}

it('tells no fault of whoever speaks for a user as the agent’s, with the local service and a model over HTTP', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-simulator-'))
  let words: readonly string[] = []
  const host = await openHost((turn) => words[turn] ?? goesOn)
  try {
    const config = join(folder, 'tableread.config.yaml')
    const model = `{ use: openai-compatible/m, base url: "${host.url}" }`
    writeFileSync(config, `models: { m: ${model} }\njudges: { by: m, cache: false }\n`)
    const settings = await settle([], { config }, {})
    const wrong: string[] = []
    let [sent, mended] = [0, 0]
    await talk({ agent: patientAgent, script: drawFaultyTalk(createRandom('first'), 0).script }) // warm-up
    for (let seed = 1; seed <= talks; seed += 1) {
      const faulty = drawFaultyTalk(createRandom(`simulator ${seed}`), seed)
      words = faulty.words
      const { script } = faulty
      const { judges } = openJudges({ ...settings, folder }, createAllowance(settings.budgets)) // keeps answers for one run
      const result = await talk({ agent: patientAgent, script, ...(faulty.isCard ? {} : { judges }) })
      const outcome = `${result.verdict}: ${result.cause?.kind}`
      if (!faulty.isCard && /^<think>.*<\/think>/.test(words[faulty.at] ?? '')) {
        mended += 1 // the caller removes a model's thinking, and the rest is a message
        expect([result.verdict, JSON.stringify(result.turns)]).toEqual([
          'passed',
          expect.not.stringContaining('I will wait'),
        ])
        continue
      }
      if (result.turns.length > faulty.at) sent += 1
      if (outcome !== 'errored: simulated user' || result.turns.length !== faulty.at)
        wrong.push(`${seed} ${faulty.name}, ${outcome}, ${result.turns.length} sent: ${result.reason}`)
    }
    expect(wrong).toEqual([])
    expect(host.asked()).toBeGreaterThan(talks / 2)
    if (process.env.FAULTS !== undefined)
      console.log(
        `${talks} talks with a fault: ${talks - wrong.length - mended} errored: simulated user, ${mended} with thoughts that were taken out, ${sent} sent it`,
      )
  } finally {
    host.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 600_000)
