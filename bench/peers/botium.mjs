import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { latencyLimitMs, messageOf, orderOf, replyOf } from '../turn.mjs'

/**
 * Botium Core with its simple REST connector: a convo file per conversation, with custom asserters for text,
 * JSON paths and time. The session id comes back in the connector's context. Convos run one at a time, as in
 * Botium's runner.
 */
export const botium = {
  name: 'Botium, simple REST connector',
  packages: ['botium-core'],
  one: true,
  write({ work, url, folder }) {
    const convos = join(folder, 'convos')
    mkdirSync(convos)
    for (let conversation = 1; conversation <= work.conversations; conversation += 1)
      writeFileSync(join(convos, `${conversation}.convo.txt`), convoOf(conversation, work.turns))
    const capabilities = {
      PROJECTNAME: 'bench',
      CONTAINERMODE: 'simplerest',
      SCRIPTING_MATCHING_MODE: 'include',
      WAITFORBOTTIMEOUT: latencyLimitMs,
      SIMPLEREST_TIMEOUT: latencyLimitMs,
      SIMPLEREST_URL: `${url}/api/chat-agent/trigger`,
      SIMPLEREST_METHOD: 'POST',
      SIMPLEREST_HEADERS_TEMPLATE: { 'x-api-key': 'stub-key', 'content-type': 'application/json' },
      SIMPLEREST_BODY_TEMPLATE:
        '{"doReturnResponse":true,"agentName":"order-desk","message":"{{msg.messageText}}"{{#context.data.sessionId}},"sessionId":"{{context.data.sessionId}}"{{/context.data.sessionId}}}',
      SIMPLEREST_RESPONSE_JSONPATH: '$.data.transcript[?(@.role=="assistant")].content[0].text',
      SIMPLEREST_CONTEXT_JSONPATH: '$',
    }
    writeFileSync(join(folder, 'botium.json'), JSON.stringify({ botium: { Capabilities: capabilities } }))
  },
  command: ({ folder, modules }) => ({
    args: [join(import.meta.dirname, 'run-botium.mjs'), join(modules, 'botium-core/index.js'), folder],
  }),
}

function convoOf(conversation, turns) {
  const parts = [`customer ${conversation}`]
  for (let turn = 1; turn <= turns; turn += 1) {
    const order = orderOf(conversation, turn)
    parts.push(
      `#me\n${messageOf(order)}`,
      `#bot\n${replyOf(order)}
JSON_PATH $.data.transcript[?(@.type=="function_call")].name|lookup_order
JSON_PATH $.data.transcript[?(@.type=="function_call")].arguments.order_id|${order}`,
    )
  }
  return `${parts.join('\n\n')}\n`
}
