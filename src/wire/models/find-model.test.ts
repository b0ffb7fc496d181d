import { expect, it } from 'vitest'
import { findModel, type ModelEntries } from './find-model.ts'
import type { ModelSettings } from './model.ts'
import { accessModels } from './model-access.ts'

const entries: ModelEntries = {
  small: { use: 'openai/gpt-5-mini', temperature: 0, price: { input: 0.25, output: 2 } },
  gateway: { use: 'openai-compatible', baseUrl: 'https://models.example.com/v1', key: 'GATEWAY_KEY' },
  odd: { use: 'mistral/large' },
}

it.each([
  ['openai/gpt-5-mini', 'openai', 'gpt-5-mini'],
  ['small', 'openai', 'gpt-5-mini'],
  ['gateway/meta/llama-4', 'openai-compatible', 'meta/llama-4'],
])('%s is a model', (use, provider, modelId) => {
  expect(findModel({ use }, entries)).toMatchObject({ ok: true, plan: { name: use, provider, modelId } })
})

it('what a version states goes before its entry, and the rest of the entry holds', () => {
  const model = findModel({ use: 'small', temperature: 1, seed: 3 }, entries)
  const settings = { temperature: 1, seed: 3, price: { input: 0.25, output: 2 } }
  expect(model).toMatchObject({ ok: true, plan: { settings } })
})

it.each<[Partial<ModelSettings>, string, string]>([
  [
    { key: 'gsk_abcdef0123456789' },
    'key of openai-compatible/qwen3 is not the name of an environment variable',
    'OPENAI_API_KEY',
  ],
  [
    { headers: { 'x-api-key': 'abcdef0123456789' } },
    'the header x-api-key of openai-compatible/qwen3 does not take',
    '{{env.NAME}}',
  ],
  [{ baseUrl: '127.0.0.1:11434' }, 'base url of openai-compatible/qwen3 is no http or https address', 'http://127'],
])('settings that cannot work, or hold a secret, are told without it: %j', (settings, reason, hint) => {
  const model = findModel({ use: 'openai-compatible/qwen3', baseUrl: 'http://127.0.0.1/v1', ...settings }, {})
  if (model.ok) expect.fail('it was found')
  expect([model.reason, model.hint]).toEqual([expect.stringContaining(reason), expect.stringContaining(hint)])
  expect(JSON.stringify(model)).not.toContain('abcdef0123456789')
})

it.each([
  ['opnai/gpt-5-mini', 'there is no provider "opnai"', 'did you mean "openai"?'],
  ['smal', 'there is no model', 'did you mean "small"?'],
  ['openai', '"openai" names a provider, but no model', 'write openai/MODEL'],
  ['openai/', '"openai/" names a provider, but no model', 'write openai/MODEL'],
  ['gateway', 'the entry gateway of models names a provider, but no model', 'write gateway/MODEL'],
  [
    'odd',
    'there is no provider "mistral" for the model "mistral/large", which the entry odd of models uses',
    'openai, anthropic',
  ],
  ['toString', 'there is no model', 'openai, anthropic, google, openai-compatible'],
  ['', 'there is no model', 'small, gateway, odd'],
])('%j is told, with what there is', (use, reason, hint) => {
  const model = findModel({ use }, entries)
  if (model.ok) expect.fail('it was found')
  expect(model.reason).toContain(reason)
  expect(model.hint).toContain(hint)
})

it('an entry without the address that it needs, or with one that is none, is told', async () => {
  const open = (baseUrl?: string) =>
    accessModels({}, { folder: process.cwd(), env: {} }).open({
      use: 'openai-compatible/qwen3',
      ...(baseUrl === undefined ? {} : { baseUrl }),
    })
  await expect(open()).rejects.toThrow('openai-compatible/qwen3 has no base url, which openai-compatible needs')
  await expect(open('127.0.0.1:11434')).rejects.toThrow(
    'base url of openai-compatible/qwen3 is no http or https address',
  )
  await expect(open('http://{{env.NOWHERE}}/v1')).rejects.toThrow(
    'the environment variable NOWHERE is not set, which base url of openai-compatible/qwen3 needs',
  )
})

it('a model is opened once for all who ask for it, and again after it could not be', async () => {
  const env: Record<string, string> = {}
  const models = accessModels(entries, { folder: process.cwd(), env })
  await expect(models.open({ use: 'small' })).rejects.toThrow(
    'the environment variable OPENAI_API_KEY is not set, which the key of small needs: set it',
  )
  env.OPENAI_API_KEY = 'a key'
  expect(await models.open({ use: 'small' })).toBe(await models.open({ use: 'small' }))
})
