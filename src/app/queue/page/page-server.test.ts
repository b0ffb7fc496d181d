import { once } from 'node:events'
import { request } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { hideKey } from '../../../base/secrets/secret-keys.ts'
import type { LoopbackPage } from '../../edge/loopback-page.ts'
import { serveQueuePage } from './page-server.ts'

const open: LoopbackPage[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const page of open.splice(0)) await page.close()
})

async function serve(read: () => Promise<object> = async () => ({ said: 'a status' })): Promise<LoopbackPage> {
  const page = await serveQueuePage(read, 0)
  open.push(page)
  return page
}

/** The response to headers that `fetch` would not send. */
async function ask(url: string, headers: Record<string, string>, method = 'GET'): Promise<[number, string]> {
  const sent = request(url, { headers, method })
  sent.end()
  const [response] = await once(sent, 'response')
  let text = ''
  for await (const piece of response) text += String(piece)
  return [response.statusCode, text]
}

const paths = ['/', '/page.css', '/page.js', '/status.json']

it.each(paths)('%s answers to this machine under its own names', async (path) => {
  const { url } = await serve()
  const { port } = new URL(url)
  expect(new URL(url).hostname).toBe('127.0.0.1')
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`])
    expect((await ask(url + path, { host }))[0]).toBe(200)
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`])
    expect((await ask(url + path, { host, origin: `http://${host}` }))[0]).toBe(200)
})

it.each(paths)(
  '%s is refused under a foreign host, to a foreign origin, and for anything but reading',
  async (path) => {
    let reads = 0
    const { url } = await serve(async () => {
      reads += 1
      return {}
    })
    const { port, host: own } = new URL(url)
    const hosts = [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1.evil.example:${port}`,
      `0.0.0.0:${port}`,
    ]
    for (const host of hosts) expect([host, (await ask(url + path, { host }))[0]]).toEqual([host, 403])
    const origins = [
      'https://evil.example',
      'null',
      `https://${own}`,
      `http://127.0.0.1:1`,
      `http://${own}.evil.example`,
      '',
    ]
    for (const origin of origins) expect([origin, (await ask(url + path, { origin }))[0]]).toEqual([origin, 403])
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) expect((await ask(url + path, {}, method))[0]).toBe(405)
    expect(reads).toBe(0)
  },
)

it('lets no other page frame it, embed it or run anything in it', async () => {
  const { url } = await serve()
  for (const path of [...paths, '/nothing']) {
    const { headers } = await fetch(url + path)
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
  expect((await fetch(`${url}/nothing`)).status).toBe(404)
  expect(await (await fetch(url)).text()).not.toMatch(/<script>|<style|https?:\/\/|\son\w+=/)
})

it('tells nothing secret, and asks once for all who look', async () => {
  hideKey('a-secret-of-the-page')
  let reads = 0
  const { url } = await serve(async () => {
    reads += 1
    await new Promise((resolve) => setTimeout(resolve, 200))
    return { target: 'http://user:a-secret-of-the-page@host' }
  })
  const texts = await Promise.all([1, 2, 3].map(async () => (await fetch(`${url}/status.json`)).text()))
  expect([reads, texts.join('').includes('a-secret')]).toEqual([1, false])
  expect(JSON.parse(texts[0] ?? '')).toEqual({ target: expect.stringContaining('@host') })
})

it('says so where the queue does not answer, and goes on once it does', async () => {
  let read = (): Promise<object> => Promise.reject(new Error('away'))
  const { url } = await serve(() => read())
  const away = await fetch(`${url}/status.json`)
  expect([away.status, await away.text()]).toEqual([503, 'the queue does not answer\n'])
  read = async () => ({ there: true })
  expect(await (await fetch(`${url}/status.json`)).json()).toEqual({ there: true })
})

it('says that a port is taken', async () => {
  const { url } = await serve()
  await expect(serveQueuePage(async () => ({}), Number(new URL(url).port))).rejects.toThrow(/is taken[\s\S]*--port/)
})
