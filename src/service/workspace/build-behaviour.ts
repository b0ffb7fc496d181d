import { dirname, resolve } from 'node:path'
import { type StatedModel, settingsOf } from '../../suite/language/model-shape.ts'
import type { NamedEntry } from '../../suite/yaml/collections.ts'
import type { WithPlace } from '../../suite/yaml/place.ts'
import { findModel, type ModelEntries } from '../../wire/models/find-model.ts'
import type { AgentRule, AgentTool, ModelBehaviour, ModuleExport, ScriptedBehaviour, VersionedAgent } from './agent.ts'
import type { StatedTool, StatedVersion } from './agent-shape.ts'
import { buildLiveSource } from './build-live-source.ts'
import { placeOfRemote, remoteOf } from './build-remote.ts'
import { type AgentSource, loadNamed, refuseAt, refuseRemote, shownPath } from './loading.ts'

/** Keys that decide a behaviour's kind; a version with none has that of the version it is based on. */
const kindKeys = {
  rules: 'scripted',
  otherwise: 'scripted',
  module: 'code',
  chatCompletions: 'remote',
  a2a: 'remote',
  agUi: 'remote',
  webhook: 'remote',
  http: 'remote',
  model: 'model',
} as const

/** Keys whose spelling in the file differs. */
const spelled: Partial<Record<keyof typeof kindKeys, string>> = { chatCompletions: 'chat completions', agUi: 'ag-ui' }

/** A version's behaviour: what it states, on top of the one it is based on. Problems go to the source. */
export function buildBehaviour(
  definition: StatedVersion,
  base: VersionedAgent | null,
  source: AgentSource,
): VersionedAgent['behaviour'] {
  const keys = (Object.keys(kindKeys) as (keyof typeof kindKeys)[]).filter((key) => definition[key] !== undefined)
  const kinds = [...new Set(keys.map((key) => kindKeys[key]))]
  if (kinds.length > 1)
    refuseAt(
      source,
      definition.module ?? placeOfRemote(definition) ?? definition.model?.use,
      `a version is one kind of agent, not ${keys.map((key) => spelled[key] ?? key).join(' and ')} at once`,
      'take one of them away',
    )
  const kind = kinds[0] ?? base?.behaviour.kind ?? 'scripted'
  if (kind === 'replay') return base?.behaviour.kind === 'replay' ? base.behaviour : { kind, recordings: [] }
  const tools = (definition.tools ?? []).map(({ name, value }) => buildTool(name, value, source))
  const earlier = base === null || base.behaviour.kind === 'replay' ? null : base.behaviour
  const shared = {
    tools: override(earlier?.tools ?? [], tools, ({ name }) => name),
    before: definition.before ?? earlier?.before ?? [],
    after: definition.after ?? earlier?.after ?? [],
    analysis: {
      ...earlier?.analysis,
      ...Object.fromEntries((definition.analysis ?? []).map(({ name, value }) => [name, value])),
    },
  }
  if (kind === 'scripted') {
    for (const { value } of definition.tools ?? [])
      refuseAt(
        source,
        value.module ?? value.http ?? value.mcp,
        'a scripted agent asks nobody: its tools have outputs or cases',
        'write output: or cases: here, or make the agent one that thinks, by module:',
      )
    const asks = shared.tools.find(
      ({ name, source: live }) => live !== undefined && !tools.some((own) => own.name === name),
    )
    if (asks !== undefined)
      refuseAt(
        source,
        definition.basedOn,
        `a scripted agent asks nobody, but ${asks.name} of this version is live`,
        `write ${asks.name} with output: or cases: among the tools of this one`,
      )
    const before = earlier?.kind === 'scripted' ? earlier : null
    const answers = definition.rules !== undefined || definition.otherwise !== undefined
    const unfilled = !answers && (definition.notFilledIn ?? before?.unfilled ?? false)
    return { kind, ...(unfilled ? { unfilled } : {}), ...shared, ...scriptOf(definition, before) }
  }
  const limitMs =
    definition.limits?.time ?? (earlier === null || earlier.kind === 'scripted' ? 60_000 : earlier.limitMs)
  if (kind === 'remote')
    return { kind, ...shared, limitMs, ...remoteOf(definition, earlier?.kind === 'remote' ? earlier : null, source) }
  if (kind === 'model')
    return { kind, ...shared, limitMs, ...modelOf(definition, earlier?.kind === 'model' ? earlier : null, source) }
  const from = moduleAt(definition.module, source) ?? (earlier?.kind === 'code' ? earlier.from : { file: '', name: '' })
  return { kind, ...shared, from, limitMs }
}

function scriptOf(
  definition: StatedVersion,
  earlier: ScriptedBehaviour | null,
): Pick<ScriptedBehaviour, 'rules' | 'otherwise' | 'onSilence' | 'delayMs'> {
  return {
    rules: override(earlier?.rules ?? [], definition.rules ?? [], ({ id }: AgentRule) => id),
    otherwise: definition.otherwise ??
      earlier?.otherwise ?? [{ kind: 'say', text: 'Sorry, I did not understand that.', as: 'assistant' }],
    onSilence: definition.onSilence ??
      earlier?.onSilence ?? [{ kind: 'say', text: 'Are you still there?', as: 'assistant' }],
    delayMs: definition.delayMs ?? earlier?.delayMs ?? 0,
  }
}

function buildTool(name: string, tool: StatedTool, source: AgentSource): AgentTool {
  const { module, http, mcp, ...rest } = tool
  const sources = [module, http, mcp].filter((each) => each !== undefined)
  if (sources.length > 1 || (sources.length === 1 && rest.cases.length > 0))
    refuseAt(
      source,
      sources[0],
      `the tool ${name} is of one kind: canned (output, error, cases), module, http or mcp`,
      'take the others away',
    )
  const place = moduleAt(module, source)
  const live = place === undefined ? buildLiveSource(name, tool, source) : { kind: 'module' as const, ...place }
  return { name, ...rest, ...(live === undefined ? {} : { source: live }) }
}

/** The entries of `models:` by name; one that cannot be resolved is a problem, used or not. */
export function buildModels(definitions: readonly NamedEntry<StatedModel>[], source: AgentSource): ModelEntries {
  const entries = Object.fromEntries(definitions.map(({ name, value }) => [name, settingsOf(value)]))
  for (const { name, value } of definitions) {
    // an entry may name only a provider, as the first half of `gateway/model`
    const whole = value.use.value.includes('/') ? name : `${name}/any`
    const match = findModel({ use: whole }, entries)
    if (!match.ok) refuseAt(source, value.use, match.reason, match.hint)
  }
  return entries
}

/** What a version states about its model, besides tools and prompt, on top of the version it is based on. */
function modelOf(
  definition: StatedVersion,
  earlier: ModelBehaviour | null,
  source: AgentSource,
): Pick<ModelBehaviour, 'model' | 'models' | 'folder' | 'steps' | 'tokens' | 'foldAfter' | 'mayEnd'> {
  const { loading, path } = source
  const { model, limits } = definition
  const models = loading.models ?? {}
  const entries = Object.keys(models)
  // whoever can save an agent over HTTP must not be able to send a user's model key to an address of their own
  const isForeign = model !== undefined && loading.remote === true && !entries.includes(model.use.value)
  const isSet = model !== undefined && loading.remote === true && Object.keys(model).length > 2
  if (isForeign || isSet) {
    const names = entries.length === 0 ? 'it has none' : `they are ${entries.join(', ')}`
    const hint = `write the name of a model of the workspace; ${names}`
    refuseAt(source, model.use, 'an agent that came over HTTP has a model of the workspace', hint)
  }
  const settings = model === undefined ? earlier?.model : settingsOf(model)
  const match = model === undefined || isForeign || settings === undefined ? null : findModel(settings, models)
  if (match?.ok === false) refuseAt(source, model?.use, match.reason, match.hint)
  return {
    model: settings ?? { use: '' },
    models,
    folder: dirname(path),
    steps: limits?.steps ?? earlier?.steps ?? 12,
    tokens: limits?.tokens ?? earlier?.tokens ?? null,
    foldAfter: definition.foldAfter ?? earlier?.foldAfter ?? null,
    mayEnd: definition.mayEnd ?? earlier?.mayEnd ?? false,
  }
}

/** The export named by `./agent.ts#name`, relative to the file that states it. */
export function moduleAt(modulePlace: WithPlace<string> | undefined, source: AgentSource): ModuleExport | undefined {
  if (modulePlace === undefined || refuseRemote(source, modulePlace, 'code')) return undefined
  const { loading, path } = source
  const [, modulePath = '', name = 'default'] = /^([^#]*)(?:#(.+))?$/.exec(modulePlace.value) ?? []
  const file = resolve(dirname(path), modulePath)
  if (!/\.[cm]?[jt]s$/.test(file)) {
    refuseAt(
      source,
      modulePlace,
      `"${modulePlace.value}" is no module`,
      'write a file of JavaScript or TypeScript, as ./agent.ts or ./tools.ts#name',
    )
    return undefined
  }
  if (loadNamed(source, { value: modulePath, at: modulePlace.at }) === undefined) return undefined
  loading.modules?.push({ module: { file, name }, file: shownPath(path), at: modulePlace.at })
  return { file, name }
}

/** Replaces earlier items that have the same key, in place; new items come first, so that they win. */
function override<T>(earlier: readonly T[], later: readonly T[], keyOf: (each: T) => string): T[] {
  const replacing = new Map(later.map((each) => [keyOf(each), each]))
  const replaced = earlier.map((each) => replacing.get(keyOf(each)) ?? each)
  const keys = new Set(earlier.map(keyOf))
  return [...later.filter((each) => !keys.has(keyOf(each))), ...replaced]
}
