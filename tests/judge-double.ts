import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An OpenAI-compatible endpoint that judges by a rule. */
export interface JudgeDouble {
  /** The `base url:` of a model. */
  url: string
  /** The criteria it was asked about, in order. */
  asked: string[]
  /** The requests it received, byte for byte. */
  bodies: string[]
  close(): Promise<void>
}

/** Starts it. It answers what `rule` says of a criterion and of the agent's last words, which it quotes. */
export async function openJudgeDouble(
  rule: (criterion: string, words: string) => 'met' | 'not met' | 'cannot tell',
): Promise<JudgeDouble> {
  const criteria: string[] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { messages } = JSON.parse(body) as { messages: { content: string }[] }
    const lines = (messages.at(-1)?.content ?? '').split('\n').filter((line) => line.startsWith('{'))
    const [{ criterion = '' } = {}, ...entries] = lines.map((line) => JSON.parse(line) as Record<string, string>)
    const last = entries.filter(({ by, text }) => by === 'agent' && text !== undefined).at(-1)
    const words = last?.text ?? ''
    criteria.push(criterion)
    bodies.push(body)
    const verdict = rule(criterion, words)
    const content = JSON.stringify({
      reason: `because of ${criterion}`,
      quotations: [{ entry: Number(last?.entry ?? 1), words }],
      verdict,
    })
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        ...{ id: 'x', object: 'chat.completion', created: 1, model: 'judge' },
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
      }),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: criteria,
    bodies,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
