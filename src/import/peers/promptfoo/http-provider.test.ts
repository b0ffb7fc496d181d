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
  [
    '{ id: "https://bob:hunter2secret@api.example.com/chat?key=hunter22x&x=1", config: { queryParams: { sig: hunter22y }, headers: { Cookie: session=hunter22z, X-Auth: hunter22a, X-Session: hunter22b, X-Session-Id: "{{sid}}", Authorization: hunter22c, Proxy-Authorization: Basic hunter22d, Set-Cookie: "a=hunter22e; b={{sid}}" } } }',
    'http: { url: "https://{{env.URL_USER}}@api.example.com/chat?key={{env.KEY}}&x=1&sig={{env.SIG}}", headers: { Cookie: "{{env.COOKIE}}", X-Auth: "{{env.X_AUTH}}", X-Session: "{{env.X_SESSION}}", X-Session-Id: "{{metadata.sid}}", Authorization: "{{env.AUTHORIZATION}}", Proxy-Authorization: "Basic {{env.PROXY_AUTHORIZATION}}", Set-Cookie: "{{env.SET_COOKIE}}" }, answer: { reply: TODO } }',
  ],
  [
    '{ id: "http://127.0.0.1:8000/chat", config: { body: { a: "{{ prompt | upper }}", b: "{% raw %}x{% endraw %}", c: "{% if vip %}y{% endif %}", d: "{{ q | dump }}" } } }',
    `${at}, body: { a: "{{message}}", b: x, c: "y", d: "{{metadata.q}}" }, answer: { reply: TODO } } without the filter upper, {% raw %}, {% if vip %}`,
  ],
  [
    '{ id: http, config: { request: "POST / HTTP/1.1" } }',
    'http: { url: TODO, answer: { reply: TODO } } without request',
  ],
  [
    '{ id: https, config: { request: "file://request.txt", transformResponse: json.reply } }',
    'http: { url: TODO, answer: { reply: "/reply" } } without request',
  ],
  [
    String.raw`{ id: https, config: { useHttps: true, request: "POST /chat?x={{tone}} HTTP/1.1\r\nHost: api.example.com\r\nContent-Type: application/json\r\nContent-Length: 9\r\nAuthorization: Bearer hunter22a\r\n\r\n{\"text\": \"{{prompt}}\"}", transformResponse: json.reply } }`,
    'http: { url: "https://api.example.com/chat?x={{metadata.tone}}", headers: { Authorization: "Bearer {{env.AUTHORIZATION}}" }, body: { text: "{{message}}" }, answer: { reply: "/reply" } }',
  ],
  [
    String.raw`{ id: http, config: { request: "GET /chat?q={{prompt}} HTTP/1.1\nHost: 127.0.0.1:8000\n", transformResponse: json.reply } }`,
    'http: { url: "http://127.0.0.1:8000/chat?q={{message}}", method: GET, answer: { reply: "/reply" } }',
  ],
])('becomes the mapping of an agent, ready to paste: %s', (provider, mapping) => {
  const text = textOf(provider)
  expect(text).toContain(`the agent is named under agent:, and in its file this is ${mapping}\n`)
  expect(text).not.toMatch(/hunter2|abc-123456/)
})

it('is not said of any other provider', () => {
  expect(textOf('openai:gpt-5')).toContain('the agent is named under agent:\n')
})
