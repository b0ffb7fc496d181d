import { expect, it } from 'vitest'
import { importFiles } from '../import.fixture.ts'

const textOf = (provider: string): string => {
  const tests = 'tests: [{ vars: { q: hi }, assert: [{ type: contains, value: x }] }]'
  const { suites } = importFiles({ 'a.yaml': `prompts: ["{{q}}"]\nproviders: [${provider}]\n${tests}\n` })
  return suites[0]?.text ?? ''
}

const at = 'http: { url: "http://127.0.0.1:8000/chat"'

it.each([
  [
    '{ id: "http://127.0.0.1:8000/chat", config: { body: { text: "{{prompt}}" }, transformResponse: json.reply } }',
    `${at}, body: { text: "{{message}}" }, answer: { reply: "/reply" } }`,
  ],
  [
    `{ id: https, config: { url: "http://127.0.0.1:8000/chat", method: PUT, headers: { Content-Type: application/json, Authorization: Bearer abc-123456, x-tone: "{{tone}}" }, body: '{"a": [{"text": "Q: {{ prompt }}"}], "apiKey": "k-hunter22"}', transformResponse: "(json, text) => json.choices[0]?.['a/b']", maxRetries: 2 } }`,
    `${at}, method: PUT, headers: { Authorization: "Bearer {{env.AUTHORIZATION}}", x-tone: "{{metadata.tone}}" }, body: { a: [{ text: "Q: {{message}}" }], apiKey: "{{env.APIKEY}}" }, answer: { reply: "/choices/0/a~1b" } } without maxRetries`,
  ],
  [
    '"http://127.0.0.1:8000/chat": { config: { method: GET, queryParams: { q: "{{prompt}}", token: "{{env.KEY}}" }, transformResponse: "text.slice(1)" } }',
    'http: { url: "http://127.0.0.1:8000/chat?q={{message}}&token={{env.KEY}}", method: GET, answer: { reply: TODO } } without transformResponse',
  ],
])('becomes the mapping of an agent, ready to paste: %s', (provider, mapping) => {
  const text = textOf(provider)
  expect(text).toContain(`the agent is named under agent:, and in its file this is ${mapping}\n`)
  expect(text).not.toMatch(/hunter22|abc-123456/)
})

it('is not said of any other provider', () => {
  expect(textOf('openai:gpt-5')).toContain('the agent is named under agent:\n')
})
