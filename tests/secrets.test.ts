import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const canary = 'canary-4f1d-"quoted"-9b'
const bin = resolve(import.meta.dirname, '../bin/tableread.js')

/** A service that echoes the key wherever it can: in replies, calls, outputs, errors and pages. */
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    const key = String(request.headers['x-api-key'])
    const { message = '' } = body === '' ? {} : JSON.parse(body)
    const time = '2026-01-01T00:00:00.000Z'
    const said = (role: string, text: string) => ({
      type: 'message',
      role,
      content: [{ type: 'text', text }],
      senderId: null,
      senderName: null,
      agentName: null,
      metadata: null,
      timestamp: time,
    })
    const shared = { name: `tool_${key}`, call_id: '1', phase: 'during', timestamp: time }
    const call = [
      { type: 'function_call', ...shared, arguments: { key } },
      { type: 'function_call_output', ...shared, output: JSON.stringify({ key }), is_error: false, executionTimeMs: 1 },
    ]
    const data = {
      sessionId: 's',
      transcript: [said('user', message), ...call, said('assistant', `Your key is ${key}`)],
    }
    if (message === 'page')
      response
        .writeHead(200, { 'content-type': `text/html; v=${encodeURIComponent(key)}` })
        .end(`<html>${key} ${encodeURIComponent(key)}</html>`)
    else if (message === 'error')
      response
        .writeHead(400, { 'content-type': 'application/json', 'x-request-id': `req-${key}` })
        .end(JSON.stringify({ responseCode: 400, errorCode: key, message: `bad ${key}`, data: null }))
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ responseCode: 200, message: key, data }))
  })
})

it('a key that the service echoes everywhere, and that a suite holds, is found nowhere in what is printed or written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-secrets-'))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const turn = (message: string) =>
    `  - name: ${message}\n    metadata: { token: '${canary}', in: 'key=${canary}' }\n    turns: [{ user: ${message}, expect: { reply: something else, calls: [other] } }]\n`
  writeFileSync(
    join(folder, 'suite.yaml'),
    `suite: S\nagent: a\nconversations:\n${['reply', 'page', 'error'].map(turn).join('')}`,
  )
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { ...process.env, TABLEREAD_API_KEY: canary }
  const printed: string[] = []
  for (const reporter of ['default', 'plain', 'json', 'junit', 'plain --trace']) {
    const args = [
      bin,
      'run',
      'suite.yaml',
      '--target',
      target,
      '-r',
      ...reporter.split(' '),
      '--json',
      'result.json',
      '--junit',
      'junit.xml',
    ]
    await new Promise<void>((done) =>
      execFile(process.execPath, args, { cwd: folder, env }, (_, out, err) => done(void printed.push(out, err))),
    )
  }
  const written = readdirSync(folder)
    .filter((name) => name !== 'suite.yaml')
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  server.close()
  rmSync(folder, { recursive: true, force: true })
  const forms = [
    canary,
    encodeURIComponent(canary),
    JSON.stringify(canary).slice(1, -1),
    canary.replaceAll('"', '&quot;'),
    'canary-4f1d',
  ]
  const everything = [...printed, ...written].join('\n')
  expect(everything).toContain('Your key is <api key>')
  expect(everything).toContain('-H "x-api-key: $TABLEREAD_API_KEY"')
  expect(everything).toContain('"metadata":{"token":"<api key>","in":"key=<api key>"}')
  expect(forms.filter((form) => everything.includes(form))).toEqual([])
})
