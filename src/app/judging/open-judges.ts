import { join } from 'node:path'
import { readText } from '../../base/files/files.ts'
import { writeWhole } from '../../base/files/write-whole.ts'
import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import { mapTexts } from '../../base/json/walk-json.ts'
import { findPrivate, type PrivateRules, type PrivateValue } from '../../base/privacy/find.ts'
import { redactIn } from '../../base/privacy/redact.ts'
import type { Swap } from '../../base/privacy/replace.ts'
import { createNames } from '../../base/privacy/stand-ins.ts'
import { redactKeys, redactKeysIn } from '../../base/secrets/secret-keys.ts'
import type { LicenceSeen } from '../../engine/expect/outcome/judgement.ts'
import {
  createJudges,
  type JudgedBy,
  type JudgeModel,
  type ModelAnswer,
  type Together,
} from '../../engine/judge/create-judges.ts'
import type { AnswerKeeper, Judges, KeptAnswer, Privacy, RedactedData } from '../../engine/judge/judges.ts'
import { createLanes } from '../../engine/run/pool.ts'
import type { BudgetAllowance } from '../../engine/verdict/budget/allowance.ts'
import type { Prices } from '../../wire/api/usage.ts'
import { findModel, type ModelPlan } from '../../wire/models/find-model.ts'
import type { ModelReply } from '../../wire/models/model.ts'
import type { ModelAccess } from '../../wire/models/model-access.ts'
import { ModelError } from '../../wire/models/model-error.ts'
import { findersOf } from '../config/concealer.ts'
import type { RunSettled } from '../config/settings.ts'

export interface ProjectJudges {
  judges: Judges
  /** The same judges with another store around the project's cache, such as the tape of a conversation. */
  through(keep: (cache: AnswerKeeper) => AnswerKeeper): Judges
  /** The models that judge unless others are named. @throws ModelError for an unknown name */
  open(names?: readonly string[]): Promise<JudgeModel[]>
  /** Checks that the models are usable (name, key, package) without asking any. @throws ModelError if one is not */
  prepare(names: readonly string[]): Promise<void>
}

/** What the processes that judge one run share; without it each has its own. */
export interface SharedJudging {
  /** Takes one of the questions that the run may ask; false if none is left. */
  takeCall?: () => boolean
  together?: Together
  /** Looks up licences elsewhere than in the project's files. */
  licenceOf?: (about: JudgedBy) => LicenceSeen
}

/** Opens nothing yet: libraries, keys and licences are looked up when the first question is asked. */
export function openJudges(
  { judges, folder, redact, prices }: Pick<RunSettled, 'judges' | 'folder' | 'redact' | 'prices'>,
  allowance: Pick<BudgetAllowance, 'halted' | 'spend'>,
  { takeCall = countTo(judges.maxCalls), together, licenceOf }: SharedJudging = {},
): ProjectJudges {
  const { models, by, votes, concurrency, timeLimitMs, maxCalls, cache } = judges
  const lanes = createLanes(concurrency)
  const modelByName = new Map<string, JudgeModel>()
  let access: Promise<ModelAccess> | undefined
  const accessed = (): Promise<ModelAccess> => {
    access ??= import('../../wire/models/model-access.ts').then(({ accessModels }) =>
      accessModels(models, { folder, env: process.env }),
    )
    return access
  }
  let licences = licenceOf
  const modelOf = (name: string): JudgeModel => {
    const match = findModel({ use: name }, models)
    if (!match.ok) throw new ModelError('name', `${match.reason}: ${match.hint}`)
    const ask: JudgeModel['ask'] = async ({ system, text }, signal) => {
      try {
        const model = await (await accessed()).open({ use: name })
        const reply = await model.ask({
          system,
          messages: [{ role: 'user', text }],
          timeLimitMs,
          ...(signal === undefined ? {} : { signal }),
        })
        return answerOf(name, reply)
      } catch (error) {
        const usage = error instanceof ModelError && error.usage !== null ? [{ ...error.usage, model: name }] : []
        return { none: redactKeys(error instanceof Error ? error.message : String(error)), usage }
      }
    }
    return { name, identity: identityOf(match.plan), ask: (question, signal) => lanes(() => ask(question, signal)) }
  }
  const open: ProjectJudges['open'] = async (names = by) => {
    if (names.length === 0)
      throw new ModelError('name', 'no judge model is configured: add judges: { by: … } to the config')
    return names.map((name) => {
      const model = modelByName.get(name) ?? modelOf(name)
      modelByName.set(name, model)
      return model
    })
  }
  const surroundings = {
    async open(names: readonly string[] | undefined) {
      // Imported late: reading labels, tapes and results needs modules that most runs do without.
      licences ??= (await import('./licences.ts')).readLicences({ judges, folder, redact })
      return open(names)
    },
    votes,
    hide: hideFrom(findersOf(redact)),
    licenceOf: (about: JudgedBy): LicenceSeen =>
      licences?.(about) ?? { kind: 'unlicensed', why: 'licences were not read' },
    charge() {
      const halted = allowance.halted()
      if (halted !== null) return halted
      return takeCall() ? null : questionsSpent(maxCalls)
    },
    ...(together === undefined ? {} : { together }),
    spent: allowance.spend,
    prices: { ...prices, ...pricesOf(models) },
  }
  const store = keepInFolder(cache === false ? null : cache)
  const through: ProjectJudges['through'] = (keep) => createJudges({ ...surroundings, keeper: keep(store) })
  const prepare: ProjectJudges['prepare'] = async (names) => {
    for (const use of names) await (await accessed()).open({ use })
  }
  return { judges: through((cache) => cache), through, open, prepare }
}

function answerOf(name: string, { parts, inputTokens, outputTokens }: ModelReply): ModelAnswer {
  const usage = [{ model: name, inputTokens, outputTokens }]
  const reply = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('')
  const text = redactKeys(reply)
  return { text, usage }
}

/** The prices that entries of `models:` state for their tokens, under the names by which usage is counted. */
function pricesOf(models: RunSettled['judges']['models']): Prices {
  return Object.fromEntries(
    Object.entries(models).flatMap(([name, { price }]) => (price === undefined ? [] : [[name, price]])),
  )
}

/** What the answers of a model depend on. Its address, key and price are not part of that. */
export function identityOf({ provider, modelId, settings }: ModelPlan): JudgeModel['identity'] {
  const { temperature = null, seed = null, maxOutputTokens = null, options = {} } = settings
  return { provider, modelId, temperature, seed, maxOutputTokens, options }
}

/** Why no more questions are asked. */
export function questionsSpent(most: number | null): string {
  return `budget of ${most} questions to judges spent`
}

function countTo(most: number | null): () => boolean {
  let calls = 0
  return () => {
    if (most !== null && calls >= most) return false
    calls += 1
    return true
  }
}

/** One file each, for several processes; null keeps them in memory. An unwritable folder stores nothing. */
function keepInFolder(folder: string | null): AnswerKeeper {
  const answerByKey = new Map<string, KeptAnswer>()
  return {
    sealed: null,
    recall(key, _, counts) {
      const answer = answerByKey.get(key) ?? (folder === null ? undefined : read(join(folder, `${key}.json`)))
      if (answer === undefined || 'none' in answer || !counts(answer.text)) return undefined
      answerByKey.set(key, answer)
      return answer
    },
    keep(key, answer, _about, _usage, counts) {
      if ('none' in answer || !counts(answer.text)) return
      answerByKey.set(key, answer)
      if (folder === null) return
      try {
        writeWhole(join(folder, `${key}.json`), `${JSON.stringify(answer)}\n`)
      } catch {
        // Losing a cache entry is harmless: the judge is asked again.
      }
    },
  }
}

function read(path: string): KeptAnswer | undefined {
  try {
    const answer: unknown = JSON.parse(readText(path))
    return isJsonObject(answer) && typeof answer.text === 'string' ? { text: answer.text } : undefined
  } catch {
    return undefined
  }
}

/** A stand-in with its number. */
const numbered = /<([a-z][a-z -]{0,30}) (\d{1,6})>/g

/** Stand-ins are numbered as they occur in what is sent, so that a tape with other numbers yields the same words. */
export function hideFrom(custom: PrivateRules['custom']): (value: JsonValue, privacy?: Privacy) => RedactedData {
  const nothing: Privacy = { named: [], beside: null }
  const privates = new WeakMap<Privacy, PrivateValue[]>() // all criteria of a conversation share one
  const foundBeside = (privacy: Privacy): PrivateValue[] => {
    const privateValues =
      privates.get(privacy) ?? findPrivate(redactKeysIn(privacy.beside), { named: privacy.named, custom })
    privates.set(privacy, privateValues)
    return privateValues
  }
  return (value, privacy = nothing) => {
    const { named } = privacy
    const clean = redactKeysIn(value)
    const before = foundBeside(privacy)
    const { swaps, redact } = redactIn(clean, { named, custom, before, name: createNames().add })
    const swapped = redact(clean)
    const names = new Map<string, string>()
    const counts = new Map<string, number>()
    const renumber = (text: string): string =>
      text.replace(numbered, (name, kind: string) => {
        const newName = names.get(name)
        if (newName !== undefined) return newName
        const count = (counts.get(kind) ?? 0) + 1
        counts.set(kind, count)
        names.set(name, `<${kind} ${count}>`)
        return `<${kind} ${count}>`
      })
    const material = mapTexts(swapped, renumber, renumber)
    return { value: material, reveal: (text) => wayBack(text, swaps, names) }
  }
}

function wayBack(text: string, swaps: readonly Swap[], names: ReadonlyMap<string, string>): string {
  const before = new Map([...names].map(([original, name]) => [name, original]))
  const originals = new Map(swaps.toReversed().map(({ from, to }) => [to, from]))
  return text.replace(/<[a-z][^<>]{0,40}>/g, (name) => {
    const original = before.get(name) ?? name
    return originals.get(original) ?? original
  })
}
