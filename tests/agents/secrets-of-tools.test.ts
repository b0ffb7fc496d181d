import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { closeTools, folderOf, listenHere, toolFiles } from '../../src/service/agents/tools/tools.fixture.ts'
import { readTree } from '../hostile/run-cli.ts'
import { runWarm } from '../warm/run-warm.ts'

afterEach(closeTools)

const secret = 'k3y-of-the-shop-42'

it('the secret of a tool reaches no output, report, trace, tape or stored session, though its host repeats it', async () => {
  const url = await listenHere(({ headers, url }, response) => {
    response.writeHead(url === '/good' ? 200 : 500)
    response.end(JSON.stringify({ told: headers.authorization, encoded: Buffer.from(secret).toString('base64') }))
  })
  const http = (name: string) =>
    `${name}: { http: { url: "${url}/${name}", headers: { authorization: "Bearer {{env.SHOP_KEY}}" } } }`
  const agent = `export default async function* ({ message, call }) {
  yield (await call(message)).output
  yield process.env.SHOP_KEY
  if (message === 'bad') throw new Error('no way with ' + process.env.SHOP_KEY)
}`
  const folder = folderOf(toolFiles(['good', 'bad'].map(http).join('\n'), '', { 'agent.mjs': agent }))
  const turns = (name: string) =>
    `  - { name: ${name}, turns: [{ user: ${name}, expect: { reply: { contains: nothing of it } } }] }`
  writeFileSync(join(folder, 's.yaml'), `suite: s\nagent: desk\nconversations:\n${turns('good')}\n${turns('bad')}\n`)
  const out: string[] = []
  for (const args of [
    'run s.yaml --workspace . --trace --json r.json --html r.html --junit r.xml --markdown r.md --history h.sqlite --journal j',
    'run s.yaml --workspace . -r json',
    'record s.yaml --workspace .',
    'snapshots s.yaml --workspace . --update --even-failed',
  ]) {
    const { code, out: stdout, err } = await runWarm(args.split(' '), { folder, env: { SHOP_KEY: secret } })
    expect([1, 3, 0], stdout + err).toContain(code)
    out.push(stdout, err)
  }
  const output = [...out, ...readTree(folder).values()].join('\n')
  expect(output.split('<env.SHOP_KEY>').length).toBeGreaterThan(20)
  for (const form of [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')])
    expect(output.includes(form), form).toBe(false)
})
