import { didYouMean } from '../../base/suggest.ts'
import { type ModelSettings, variablesIn } from './model-settings.ts'
import { type ProviderName, providers } from './providers.ts'

/** A model that is known by its name; nothing was loaded or asked yet. */
export interface ModelPlan {
  /** The name that usage is counted under: that of its entry, else `provider/model`. */
  name: string
  provider: ProviderName
  modelId: string
  /** The settings of the entry, under those of the version. */
  settings: ModelSettings
}

/** A model by its name, or what is wrong with the name and how to mend it. */
export type FoundModel = { ok: true; plan: ModelPlan } | { ok: false; reason: string; hint: string }

/** The entries of `models:` by name. */
export type ModelEntries = Readonly<Record<string, ModelSettings>>

/** Finds a model by its settings: an entry of `models:`, `entry/model`, or `provider/model`, in this order. */
export function findModel(asked: ModelSettings, entries: ModelEntries): FoundModel {
  const { use } = asked
  const entry = entryOf(use, entries)
  const [head, rest] = splitName(use)
  if (entry !== undefined) {
    const plan = planOf(use, { ...entry, ...asked, use: entry.use })
    if (plan !== undefined) return { ok: true, plan }
    if (isProvider(entry.use)) {
      const hint = `write ${use}/MODEL, or let the entry say use: ${entry.use}/MODEL`
      return { ok: false, reason: `the entry ${use} of models names a provider, but no model`, hint }
    }
    return unknownName(entry.use, [], `the entry ${use} of models uses `)
  }
  const gateway = entryOf(head, entries)
  if (rest !== '' && gateway !== undefined && isProvider(gateway.use)) {
    const plan = planOf(use, { ...gateway, ...asked, use: `${gateway.use}/${rest}` })
    if (plan !== undefined) return { ok: true, plan }
  }
  const plan = planOf(use, asked)
  return plan === undefined ? unknownName(use, Object.keys(entries), '') : { ok: true, plan }
}

/** The environment variables that a model is opened with, whose values no report may hold. */
export function variablesOf({ provider, settings }: ModelPlan): string[] {
  const key = settings.key ?? providers[provider].key
  const filled = [settings.baseUrl ?? '', ...Object.values(settings.headers ?? {})].flatMap(variablesIn)
  return [...new Set([...(key === null ? [] : [key]), ...filled])]
}

function planOf(name: string, settings: ModelSettings): ModelPlan | undefined {
  const [provider, modelId] = splitName(settings.use)
  return isProvider(provider) && modelId !== '' ? { name, provider, modelId, settings } : undefined
}

function unknownName(use: string, entries: readonly string[], before: string): FoundModel {
  const [head, rest] = splitName(use)
  const known = Object.keys(providers)
  if (isProvider(head) && rest === '')
    return { ok: false, reason: `${before}"${use}" names a provider, but no model`, hint: `write ${head}/MODEL` }
  const near = didYouMean(head, rest === '' ? [...entries, ...known] : [...known, ...entries])
  const list = `a model is provider/model, with one of the providers ${known.join(', ')}${
    entries.length === 0 ? '' : `, or one of the entries of models: ${entries.slice(0, 12).join(', ')}`
  }`
  const reason = `${before}${rest === '' ? `"${use}", and there is no such model` : `"${use}", and there is no provider "${head}"`}`
  return { ok: false, reason, hint: near === undefined ? list : `${near} ${list}` }
}

function entryOf(name: string, entries: ModelEntries): ModelSettings | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined
}

/** The provider, and the name of the model, which may hold slashes itself. */
function splitName(use: string): [head: string, rest: string] {
  const at = use.indexOf('/')
  return at === -1 ? [use, ''] : [use.slice(0, at), use.slice(at + 1)]
}

function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(providers, name)
}
