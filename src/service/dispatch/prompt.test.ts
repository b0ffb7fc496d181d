import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { keyOfDouble, type ModelDouble, openModelDouble } from '../../wire/models/model-double.fixture.ts'
import { closeAll, closeLater, json, listen } from '../agents/remote/remote.fixture.ts'
import { createService, type Service } from '../app.ts'
import { loadWorkspace } from '../workspace/load-workspace.ts'

let double: ModelDouble
let folder: string
beforeAll(async () => {
  vi.stubEnv('GATEWAY_KEY', keyOfDouble)
  double = await openModelDouble()
  double.answer({ match: {}, response: { content: 'Your parcel is late, Asha.' } })
  folder = mkdtempSync(join(tmpdir(), 'prompt-'))
})
afterEach(closeAll)
afterAll(async () => {
  await double.close()
  rmSync(folder, { recursive: true })
})

/** A service with one agent that has an initial message; `version` is YAML of its version. */
function serve(version: string): Service {
  const channels =
    '[{ name: wa, type: waChat, numbers: ["+15550100"] }, { name: web, type: webChat }, { name: mail, type: email, email: a@b.example }]'
  writeFileSync(
    join(folder, 'workspace.yaml'),
    `workspace: w\nkeys: [key]\nagents: [desk.yaml]\nchannels: ${channels}\n`,
  )
  const opening = 'initial message: "Hello ${name}! {context}"'
  writeFileSync(
    join(folder, 'desk.yaml'),
    `agent: desk\nid: a-1\npublished: 1\nversions: { 1: { ${opening}, ${version} } }\n`,
  )
  const loaded = loadWorkspace(folder)
  if (!loaded.ok) expect.fail(JSON.stringify(loaded.problems))
  const service = createService({ workspaces: [loaded.workspace] })
  closeLater(() => service.close())
  return service
}

/** Sends a chat request; gives what the agent wrote. */
async function trigger(service: Service, body: object): Promise<string | null | undefined> {
  const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
  const request = { agentName: 'desk', metadata: { name: 'Asha' }, ...body }
  const answer = await service.fetch(
    new Request('http://local/api/chat-agent/trigger', { method: 'POST', headers, body: JSON.stringify(request) }),
  )
  const { data, message } = await answer.json()
  if (answer.status !== 200) expect.fail(message)
  if (data.transcript !== undefined) return data.transcript.at(-1).content[0].text
  return service.context.store.messagesOf(data.sessionId)[0]?.text
}

const wa = { communicationChannel: 'wa', customerNumber: '15550199' }
const late = { additionalContext: 'Mention the delay.' }
const byModel = () =>
  `prompt: Help., model: { use: openai-compatible/qwen3, key: GATEWAY_KEY, base url: "${double.url}/v1" }`

it.each([
  ['WhatsApp', { ...wa, whatsappOptions: late }],
  ['web chat', { communicationChannel: 'web', customerNumber: 'u-1', whatsappOptions: late }],
  ['email', { communicationChannel: 'mail', customerEmail: 'asha@c.example', emailOptions: late }],
])('a model writes the first message from its instructions, whatever its version opens with: %s', async (_, body) => {
  expect(await trigger(serve(byModel()), body)).toBe('Your parcel is late, Asha.')
  expect(JSON.stringify(double.last().body.messages)).toContain('For this reply alone:\\nMention the delay.')
})

it.each([
  ['without instructions', wa],
  ['with blank ones', { ...wa, whatsappOptions: { additionalContext: ' ' } }],
  ['where nothing is sent', { doReturnResponse: true, chatOptions: late }],
])('it opens as its version says %s', async (_, body) => {
  const count = double.requests().length
  expect(await trigger(serve(byModel()), body)).toBe('Hello Asha! {context}')
  expect(double.requests()).toHaveLength(count)
})

it('an agent that runs somewhere else is asked as well, with the instructions', async () => {
  const far = await listen((_, response) => json(response, { choices: [{ message: { content: 'It is late.' } }] }))
  expect(await trigger(serve(`chat completions: "${far.url}"`), { ...wa, whatsappOptions: late })).toBe('It is late.')
  expect(JSON.stringify(far.heard[0]?.body.messages)).toContain('Mention the delay.')
  const hook = await listen((_, response) => json(response, { reply: 'It is late.' }))
  expect(await trigger(serve(`webhook: "${hook.url}"`), { ...wa, whatsappOptions: late })).toBe('It is late.')
  expect(hook.heard[0]?.body).toMatchObject({ occasion: 'open', context: 'Mention the delay.', opening: null })
})

it('a scripted agent, which writes nothing by itself, has the instructions in what it opens with', async () => {
  const service = serve('otherwise: [{ say: "Yes?" }]')
  expect(await trigger(service, { ...wa, whatsappOptions: late })).toBe('Hello Asha! Mention the delay.')
})
