import { environmentSlot } from '../../base/secrets/environment.ts'
import { didYouMean } from '../../base/text/suggest.ts'
import { listSome } from '../../base/text/wording.ts'
import type { ModelSettings } from './model.ts'
import { type ProviderName, providers } from './providers.ts'

/** A model found by its name; nothing has been loaded or asked yet. */
export interface ModelPlan {
  /** The name that usage is counted under: that of its entry, else `provider/model`. */
  name: string
  provider: ProviderName
  modelId: string
  /** The settings of the version on top of those of the entry. */
  settings: ModelSettings
}

/** A model found by its name, or what is wrong with the name and what to do about it. */
export type FoundModel = { ok: true; plan: ModelPlan } | { ok: false; reason: string; hint: string }

export type ModelEntries = Readonly<Record<string, ModelSettings>>

/** Finds a model by its settings: an entry of `models:`, `entry/model`, or `provider/model`, in this order. */
export function findModel(settings: ModelSettings, entries: ModelEntries): FoundModel {
  const { use } = settings
  const entry = entryOf(use, entries)
  const [head, rest] = splitName(use)
  if (entry !== undefined) {
    const plan = planOf(use, { ...entry, ...settings, use: entry.use })
    if (plan !== undefined) return soundPlan(plan)
    if (isProvider(entry.use)) {
      const hint = `write ${use}/MODEL, or let the entry say use: ${entry.use}/MODEL`
      return { ok: false, reason: `the entry ${use} of models names a provider, but no model`, hint }
    }
    return unknownName(entry.use, [], `, which the entry ${use} of models uses`)
  }
  const gateway = entryOf(head, entries)
  if (rest !== '' && gateway !== undefined && isProvider(gateway.use)) {
    const plan = planOf(use, { ...gateway, ...settings, use: `${gateway.use}/${rest}` })
    if (plan !== undefined) return soundPlan(plan)
  }
  const plan = planOf(use, settings)
  return plan === undefined ? unknownName(use, Object.keys(entries), '') : soundPlan(plan)
}

/** A plan, unless its settings can never work, or would put a secret into a file. */
function soundPlan(plan: ModelPlan): FoundModel {
  const { name, provider, settings } = plan
  const { key, baseUrl, headers = {} } = settings
  const flaw = (reason: string, hint: string): FoundModel => ({ ok: false, reason, hint })
  // The value may be a key, so it is not repeated.
  if (key !== undefined && !/^[A-Z_][A-Z0-9_]*$/.test(key))
    return flaw(
      `key of ${name} is not the name of an environment variable, in capitals`,
      'write key: OPENAI_API_KEY, and set that variable; a key itself never stands in a file',
    )
  const bare = Object.entries(headers).find(
    ([header, value]) => /auth|key|token|secret|cookie/i.test(header) && !isFilled(value),
  )
  if (bare !== undefined)
    return flaw(
      `the header ${bare[0]} of ${name} does not take its value from the environment`,
      `write ${bare[0]}: "{{env.NAME}}", and set that variable; a key itself never stands in a file`,
    )
  const example = 'http://127.0.0.1:11434/v1'
  if (baseUrl === undefined && providers[provider].baseUrl === null) {
    const entry = `models: { ${name.split('/')[0]}: { use: ${provider}, base url: ${example} } }`
    return flaw(`${name} has no base url, which ${provider} needs`, `write an entry such as ${entry}`)
  }
  if (baseUrl !== undefined && !isFilled(baseUrl) && !isAddress(baseUrl))
    return flaw(`base url of ${name} is no http or https address`, `write it with its protocol, such as ${example}`)
  return { ok: true, plan }
}

/** Whether a setting takes something from the environment. */
function isFilled(text: string): boolean {
  return text.search(environmentSlot) !== -1
}

export function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function planOf(name: string, settings: ModelSettings): ModelPlan | undefined {
  const [provider, modelId] = splitName(settings.use)
  return isProvider(provider) && modelId !== '' ? { name, provider, modelId, settings } : undefined
}

function unknownName(use: string, entries: readonly string[], where: string): FoundModel {
  const [head, rest] = splitName(use)
  const providerNames = Object.keys(providers)
  if (isProvider(head))
    return { ok: false, reason: `"${use}" names a provider, but no model${where}`, hint: `write ${head}/MODEL` }
  const near = didYouMean(head, rest === '' ? [...entries, ...providerNames] : [...providerNames, ...entries])
  const others = entries.length === 0 ? '' : `, or one of the entries of models: ${listSome(entries, 12)}`
  const list = `a model is provider/model, with one of the providers ${providerNames.join(', ')}${others}`
  const reason =
    rest === '' ? `there is no model "${use}"${where}` : `there is no provider "${head}" for the model "${use}"${where}`
  return { ok: false, reason, hint: near === undefined ? list : `${near} ${list}` }
}

function entryOf(name: string, entries: ModelEntries): ModelSettings | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined
}

/** Splits off the provider; the name of the model may contain slashes itself. */
function splitName(use: string): [head: string, rest: string] {
  const at = use.indexOf('/')
  return at === -1 ? [use, ''] : [use.slice(0, at), use.slice(at + 1)]
}

function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(providers, name)
}
