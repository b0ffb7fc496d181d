import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createService } from '../src/service/app.ts'
import { loadWorkspace } from '../src/service/workspace/load-workspace.ts'
import { type ModelDouble, openModelDouble } from '../src/wire/models/model-double.fixture.ts'
import { providers, sdkLine } from '../src/wire/models/providers.ts'

const page = readFileSync(resolve(import.meta.dirname, '../docs/models.md'), 'utf8')
let double: ModelDouble
let folder: string
beforeAll(async () => {
  double = await openModelDouble()
  folder = mkdtempSync(join(tmpdir(), 'tableread-models-'))
  for (const [, name = '', text = ''] of page.matchAll(/```yaml\n# (\S+)\n([\s\S]*?)```/g)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text.replace('http://127.0.0.1:11434', double.url))
  }
})
afterAll(async () => {
  await double.close()
  rmSync(folder, { recursive: true, force: true })
})

it('the page names every provider with the line that installs it, and its key', () => {
  for (const [name, { package: library, line, key }] of Object.entries(providers)) {
    expect(page).toContain(`| \`${name}/…\` |`)
    expect(page).toContain(`\`npm install --save-dev ai@${sdkLine} ${library}@${line}\``)
    if (key !== null) expect(page).toContain(`\`${key}\``)
  }
})

it('the agent of the page answers, with a tool, behind the local service', async () => {
  const loaded = loadWorkspace(join(folder, 'my-model'))
  if (!loaded.ok) expect.fail(JSON.stringify(loaded.problems))
  expect(loaded.workspace.agents[0]?.draft?.behaviour.kind).toBe('model')
  const toolCalls = [{ name: 'lookup_order', arguments: '{"order_id":"1042"}' }]
  double.answer(
    { match: { hasToolResult: false, systemMessage: 'order desk of Nile' }, response: { toolCalls } },
    { match: { toolResultContains: 'shipped' }, response: { content: 'It is on its way.' } },
  )
  const service = createService({ workspaces: [loaded.workspace] })
  const body = { agentName: 'desk', doReturnResponse: true, message: 'Where is 1042?', metadata: { shop: 'Nile' } }
  const headers = { 'x-api-key': 'local-key', 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await service.fetch(new Request('http://localhost/api/chat-agent/trigger', request))
  const text = await answer.text()
  service.close()
  expect(text).toContain('It is on its way.')
  const offered = double.last().body.tools?.map((tool) => tool.function.name)
  expect(offered).toEqual(['lookup_order'])
})
