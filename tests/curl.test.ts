import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalService, startLocalService } from '../src/app/agents/local-service.ts'

const bin = resolve(import.meta.dirname, '../bin/tableread.js')
const hasCurl = spawnSync('curl', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'tableread-curl-'))
let service: LocalService

const suite = `suite: S
agent: order-desk
stop after failure: false
metadata: { customer_name: "O'Neil \\"$(exit 9)\\" \`id\`" }
conversations:
  - name: talks
    turns:
      - user: Please cancel order 2077
      - user: Yes, do it
        context: Answer 'shortly'.
        attachments: ["https://files.example/it's.pdf"]
        expect: { reply: never said }
      - user: And now?
        expect: { reply: never said }
  - name: writes
    turns:
      - send:
          communicationChannel: Shop WhatsApp
          customerNumber: "+15550177"
          whatsappOptions: { messageType: say, message: "Don't worry" }
        expect: { outbox: [{ text: Worry }] }
  - name: waits
    turns:
      - wait: 1 ms
        expect: { outbox: [{ text: Worry }] }
  - name: moves the clock
    turns:
      - advance clock: 1 h
        expect: { error: forbidden }
`

interface Ran {
  code: number | string | null
  out: string
}

function ran(file: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<Ran> {
  return new Promise((done) =>
    execFile(file, args, { cwd: folder, env }, (error, out, err) => done({ code: error?.code ?? 0, out: out + err })),
  )
}

/** Runs against the service and returns the curl lines that it printed. */
async function report(name: string, ...flags: string[]): Promise<{ out: string; lines: string[] }> {
  const args = [bin, 'run', 'suite.yaml', '-r', 'plain', '-t', name, '--target', service.url, ...flags]
  const { out } = await ran(process.execPath, args, { ...process.env, TABLEREAD_API_KEY: service.apiKey })
  return { out, lines: out.split('\n').flatMap((line) => /^ {4}(curl .*)$/.exec(line)?.[1] ?? []) }
}

const shell = (line: string): Promise<Ran> =>
  ran('sh', ['-c', line], { ...process.env, TABLEREAD_API_KEY: service.apiKey })

beforeAll(async () => {
  service = await startLocalService({ port: 0, frozenAt: Date.UTC(2026, 2, 27, 10) })
  writeFileSync(join(folder, 'suite.yaml'), suite)
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

describe('the curl line of a failed turn', () => {
  it('is printed for the first one alone, and holds the name of the key instead of the key', async () => {
    const { out, lines } = await report('talks')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('-H "x-api-key: $TABLEREAD_API_KEY"')
    expect(lines[0]).toContain(`"message":"Yes, do it","sessionId":"`)
    expect(out).not.toContain(service.apiKey)
  })
  it('of a service that ends with the run says which one stays', async () => {
    const { out } = await ran(process.execPath, [bin, 'run', 'suite.yaml', '-t', 'talks', '--trace'])
    expect(out).toMatch(/curl -sS[\s\S]*the curl lines ask a service that ended with this run: .*"npx tableread serve"/)
    const alone = await ran(process.execPath, [bin, 'run', 'suite.yaml', '-t', 'talks'])
    expect(alone.out).not.toContain('curl')
  })
  it('is printed for each with --trace, below which the events stand', async () => {
    const { out, lines } = await report('talks', '--trace')
    expect(lines).toHaveLength(2)
    expect(out).toMatch(/^ {4}turn 1 .*\n(.*\n)+ {4}turn 2 .*\n(.*\n)+ {4}turn 3 /m)
  })
  it('is there only where a request was sent', { tags: 'stress' }, async () => {
    expect((await report('waits')).lines).toEqual([])
    expect((await report('moves')).lines).toEqual([expect.stringMatching(/\/_local\/clock' -H 'content-type/)])
  })
  it.skipIf(!hasCurl)('gets the same kind of answer from a shell (needs curl on this machine)', async () => {
    const [line = ''] = (await report('talks')).lines
    const { code, out } = await shell(line)
    const { responseCode, data } = JSON.parse(out)
    expect([code, responseCode, line.includes(data.sessionId)]).toEqual([0, 200, true])
    expect(data.transcript[0]).toMatchObject({
      role: 'user',
      content: [{ text: 'Yes, do it' }, { filename: "it's.pdf" }],
    })
  })
  it.skipIf(!hasCurl)(
    'sends the message of a step again (needs curl on this machine)',
    { tags: 'stress' },
    async () => {
      expect((await report('writes')).lines[0]).toContain('"customerNumber":"<phone 1>"')
      const [line = ''] = (await report('writes', '--show-private')).lines
      expect(line).toContain(`"message":"Don'\\''t worry"`)
      const { responseCode, data } = JSON.parse((await shell(line)).out)
      expect([responseCode, typeof data.sessionId]).toEqual([200, 'string'])
    },
  )
})
