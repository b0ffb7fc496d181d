import { messageOf, orderOf } from '../turn.mjs'

/** Plays one conversation and gives each turn's reply, calls and time. */
export default class OrderDesk {
  constructor({ config }) {
    this.url = config.url
  }

  id() {
    return 'order-desk'
  }

  async callApi(prompt) {
    const [conversation, turns] = prompt.split(' ').map(Number)
    const output = []
    let sessionId
    for (let turn = 1; turn <= turns; turn += 1) {
      const began = performance.now()
      const message = messageOf(orderOf(conversation, turn))
      const answer = await fetch(`${this.url}/api/chat-agent/trigger`, {
        method: 'POST',
        headers: { 'x-api-key': 'stub-key', 'content-type': 'application/json' },
        body: JSON.stringify({ doReturnResponse: true, agentName: 'order-desk', message, sessionId }),
      })
      if (!answer.ok) return { error: `turn ${turn} was answered with ${answer.status}` }
      const { data } = await answer.json()
      sessionId = data.sessionId
      const reply = data.transcript.find(({ role }) => role === 'assistant').content[0].text
      const calls = data.transcript.filter(({ type }) => type === 'function_call')
      output.push({ reply, calls, timeMs: performance.now() - began })
    }
    return { output }
  }
}
