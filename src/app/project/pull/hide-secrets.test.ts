import { expect, it } from 'vitest'
import { hideSecrets } from './hide-secrets.ts'

const rules = { custom: [] }

it('hides what opens something, and says where; a person’s number stays', () => {
  const value = {
    prompt: 'Call +15550100 or mail desk@shop.example. The key is sk-live-abcdefghijklmnop1234.',
    nodes: [{ data: { password: 'hunterTWO22', link: 'https://files.example/a?signature=AbCdEf0123456789xyz&id=7' } }],
  }
  expect(hideSecrets(value, rules)).toEqual({
    value: {
      prompt: 'Call +15550100 or mail desk@shop.example. The key is <key>.',
      nodes: [{ data: { password: '<secret>', link: 'https://files.example/a?signature=<signature>&id=7' } }],
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
  expect(once).toEqual({ a: '<private> and <private>', b: { apiKey: '<secret>' } })
  expect(hideSecrets(once, { custom })).toEqual({ value: once, paths: [] })
  expect(hideSecrets({ x: 1 }, { custom }).paths).toEqual([])
})
