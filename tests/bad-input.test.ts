import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runWarm } from './warm/run-warm.ts'

const folder = resolve(import.meta.dirname, 'bad-input')
const embedded = ['--workspace', 'workspace']

let page: Server
let refusing: Server

beforeAll(async () => {
  page = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>'),
  )
  const body = JSON.stringify({
    responseCode: 401,
    errorCode: 'apiKeyInvalid',
    message: 'the API key is not valid',
    data: null,
  })
  refusing = createServer((_, response) => response.writeHead(401, { 'content-type': 'application/json' }).end(body))
  for (const server of [page, refusing]) await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
})

afterAll(() => {
  page.close()
  refusing.close()
})

const at = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** The arguments of each case, and the exit code it must give. */
const cases: [name: string, exitCode: number, args: () => string[]][] = [
  ['syntax-error', 2, () => ['syntax-error.yaml', ...embedded]],
  ['duplicate-key', 2, () => ['duplicate-key.yaml', ...embedded]],
  ['unknown-key', 2, () => ['unknown-key.yaml', ...embedded]],
  ['wrong-type', 2, () => ['wrong-type.yaml', ...embedded]],
  ['empty-file', 2, () => ['empty-file.yaml', ...embedded]],
  ['no-conversations', 2, () => ['no-conversations.yaml', ...embedded]],
  ['asserts-nothing', 2, () => ['asserts-nothing.yaml', ...embedded]],
  ['unknown-agent', 2, () => ['unknown-agent.yaml', ...embedded]],
  ['unknown-version', 2, () => ['unknown-version.yaml', ...embedded]],
  ['no-draft', 2, () => ['no-draft.yaml', ...embedded]],
  ['version-flag', 2, () => ['sound.yaml', ...embedded, '--agent-version', 'latest']],
  ['wrong-key', 3, () => ['sound.yaml', '--target', at(refusing)]],
  ['service-down', 3, () => ['sound.yaml', '--target', 'http://127.0.0.1:9']],
  ['html-answer', 3, () => ['sound.yaml', '--target', at(page)]],
  ['no-key', 2, () => ['sound.yaml', '--target', 'https://api.example.com']],
  ['too-slow', 3, () => ['too-slow.yaml', ...embedded]],
  ['no-match', 2, () => ['sound.yaml', ...embedded, '-t', 'refund', '-v', 'default', '-v', 'draft']],
  ['no-file', 2, () => ['nowhere.yaml', ...embedded]],
  ['version-as-path', 2, () => ['draft', ...embedded]],
  ['near-file', 2, () => ['sond.yml', ...embedded]],
  ['agent-file', 2, () => ['workspace/agents/desk.yaml', ...embedded]],
  ['no-workspace', 2, () => ['sound.yaml', '--workspace', 'nowhere']],
  ['unknown-flag', 2, () => ['sound.yaml', '--agent-versoin', 'draft']],
  ['misspelt-version', 2, () => ['sound.yaml', '--verison', 'draft']],
  ['one-broken-among-sound', 2, () => ['sound.yaml', 'unknown-key.yaml', ...embedded]],
]

interface Ended {
  code: number | null
  text: string
}

async function run(args: string[], key: string | undefined): Promise<Ended> {
  const env = { TABLEREAD_TARGET: undefined, NO_COLOR: '1', TABLEREAD_API_KEY: key }
  const { code, out, err } = await runWarm(['run', ...args], { folder, env })
  return { code, text: [err, out].filter((part) => part !== '').join('\n') }
}

/** Masks everything that differs from run to run: ports, times, ids. */
function steady(text: string): string {
  return text
    .replace(/127\.0\.0\.1:(?!9\b)\d+/g, '127.0.0.1:PORT')
    .replace(/request [0-9a-f-]{36}/g, 'request ID')
    .replace(/\b\d+(\.\d)? (ms|s)$/gm, 'TIME')
    .replace(/ {2}\d+(\.\d)? (ms|s)( |$)/gm, '  TIME$3')
    .replaceAll(folder, 'FOLDER')
}

it.each(cases)('%s', async (name, exitCode, args) => {
  const { code, text } = await run(args(), name === 'no-key' ? undefined : 'test-key-4711')
  const output = `exit code ${code}\n\n${steady(text)}`
  const file = resolve(folder, `${name}.out`)
  if (process.env.UPDATE_GOLDENS === '1') writeFileSync(file, output)
  expect(existsSync(file), `${name}.out is missing; write it with UPDATE_GOLDENS=1`).toBe(true)
  expect(output).toBe(readFileSync(file, 'utf8'))
  expect(code).toBe(exitCode)
  expect(text).not.toContain('test-key-4711')
  expect(text).not.toMatch(/^ {4}at /m)
})
