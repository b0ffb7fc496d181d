import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/json/json.ts'
import { hideSecrets } from './pull-files.ts'

const rules = { custom: [] }

it('hides what opens something, and says where; a person’s number stays', () => {
  const value = {
    prompt: 'Call +15550100 or mail desk@shop.example. The key is sk-live-abcdefghijklmnop1234.',
    nodes: [{ data: { password: 'hunterTWO22', link: 'https://files.example/a?signature=AbCdEf0123456789xyz&id=7' } }],
  }
  expect(hideSecrets(value, rules)).toEqual({
    value: {
      prompt: 'Call +15550100 or mail desk@shop.example. The key is <secret>.',
      nodes: [{ data: { password: '<secret>', link: 'https://files.example/a?signature=<secret>&id=7' } }],
    },
    paths: ['prompt', 'nodes[0].data.password', 'nodes[0].data.link'],
  })
})

it('takes no word out of a prompt since it is a password elsewhere', () => {
  const value = { prompt: 'You are the order desk.', data: { password: 'order', pin: '4711' } }
  expect(hideSecrets(value, rules).value).toEqual({
    prompt: value.prompt,
    data: { password: '<secret>', pin: '<secret>' },
  })
})

it('hides what the project calls private, and gives the same text every time', () => {
  const custom = [(text: string) => text.match(/C-\d+/g) ?? []]
  const value = { a: 'C-77 and C-78', b: { apiKey: 'abcdefgh12345' } }
  const { value: once } = hideSecrets(value, { custom })
  expect(once).toEqual({ a: '<secret> and <secret>', b: { apiKey: '<secret>' } })
  expect(hideSecrets(once, { custom })).toEqual({ value: once, paths: [] })
  expect(hideSecrets({ x: 1 }, { custom }).paths).toEqual([])
})

const secrets = {
  'a key': 'sk-live-1234567890abcdefghij',
  'a password': 'hunterTWO22',
  'a link that is signed': 'https://x.example/y?signature=abcdef1234567890abcdef&X-Amz-Signature=99887766aabbccdd',
  'what the project calls private': 'C-77',
  'a key of this machine': '<api key>',
  'a token of the web': `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiIxMjM0NTY3ODkwIn0'}.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U`,
}
const places: Record<string, (secret: string) => JsonObject> = {
  'a member of that name': (secret) => ({ apiKey: secret }),
  'a member below another': (secret) => ({ llmService: { apiKey: secret, password: secret } }),
  'a list': (secret) => ({ keys: [{ token: secret }] }),
  'a prompt': (secret) => ({ prompt: `Say ${secret} to nobody.` }),
  'a prompt and a member': (secret) => ({ prompt: `The password is ${secret}.`, data: { secret } }),
}

describe.each(Object.entries(secrets))('%s', (_, secret) => {
  it.each(Object.entries(places))('in %s is <secret>, and so it is once that is read again', (__, place) => {
    const custom = [(text: string) => text.match(/C-\d+/g) ?? []]
    const { value: once, paths } = hideSecrets(place(secret), { custom })
    expect(hideSecrets(once, { custom })).toEqual({ value: once, paths: [] })
    for (const text of JSON.stringify(once).match(/<[^<>]*>/g) ?? []) expect(text).toBe('<secret>')
    if (secret !== secrets['a password']) expect(paths.length).toBeGreaterThan(0)
  })
})
