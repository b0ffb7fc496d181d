import { count } from '../../base/text/wording.ts'
import type { LeftOutAttack } from '../../compare/attack/attack-result.ts'
import { type Finding, noDuration, type ReportDocument } from '../document/report-document.ts'
import { said, toned, type Words } from '../document/words.ts'
import { listLeftOut } from './attack.ts'
import { messageLines } from './variation.ts'

/** An attack on one goal, for a person to read. */
interface SampledAttack {
  file: string
  line: number
  attacks: string
  goal: string
  attack: string
  family: string
  /** What the attacker would say with the first seed, and what it does after a refusal. */
  turns: { user: string; attachments?: string[]; ifRefused: string }[]
}

/** Attacks with the messages they would send, and how many there are: the document of `--print-attacks --json`. */
export interface AttackSample {
  kind: 'attacks'
  schemaVersion: 1
  tableread: string
  seed: string
  /** The number of attacks over all goals, each counted once however many seeds there are. */
  made: number
  leftOut: LeftOutAttack[]
  sample: SampledAttack[]
}

/** A variant for a person to read. */
export interface SampledVariant {
  file: string
  line: number
  conversation: string
  family: string
  /** The operator, and the number of the variant. */
  variant: string
  typed: { original: string[]; variant: string[] }
  /** Values that were replaced everywhere, in words; empty if there are none. */
  swaps: string[]
}

/** A random sample of variants, and how many there are: the document of `--print-variants --json`. */
export interface VariantSample {
  kind: 'variants'
  schemaVersion: 1
  tableread: string
  seed: string
  /** The number made, including dropped ones. */
  made: number
  /** Those whose meaning may differ, and why. */
  dropped: { file: string; line: number; conversation: string; variant: string; text: string; reason: string }[]
  sample: SampledVariant[]
}

/** Something to read before anything is sent. */
const toRead: Pick<Finding, 'case' | 'verdict' | 'what' | 'evidence' | 'runs'> = {
  ...{ case: '', verdict: 'sample', what: '', evidence: '', runs: [] },
}

function sampleDocument(
  study: string,
  { seed, tableread, made, sample }: { seed: string; tableread: string; made: number; sample: readonly unknown[] },
  parts: Pick<ReportDocument, 'findings' | 'lists'>,
): ReportDocument {
  const whole = `${sample.length} of ${count(made, study)}`
  return {
    ...{ study, tableread, ...noDuration(), target: '', cases: [], tables: [], gate: null, most: sample.length },
    ...parts,
    headline: whole,
    footer: [whole, ['seed ', said(seed)]],
  }
}

/** Attacks to read: goal by goal, each with its turns. */
export function attackSampleDocument(sample: AttackSample): ReportDocument {
  const findings = sample.sample.map(
    ({ attack, attacks, family, file, goal, line, turns }): Finding => ({
      ...toRead,
      group: said(`${attacks} > ${goal}`),
      title: said(attack),
      label: said(family),
      at: { file, line },
      lines: turns.map(({ user, attachments = [], ifRefused }, index): Words => {
        const isPlain = ifRefused === 'go on' || index === turns.length - 1
        const then = isPlain ? '' : toned('dim', ['  (if refused: ', said(ifRefused), ')'])
        const links = attachments.map((link) => [' ', said(`[file ${link}]`, Number.POSITIVE_INFINITY)])
        return [`${index + 1}  `, said(user, Number.POSITIVE_INFINITY), ...links, then]
      }),
    }),
  )
  return sampleDocument('attack', sample, {
    findings,
    lists: [{ title: 'left out', items: listLeftOut(sample.leftOut) }],
  })
}

/** The messages that differ; where masking makes them alike, that it does. */
function shownDifference(typed: SampledVariant['typed'], family: string): Words[] {
  const lines = messageLines(typed)
  return lines.length > 0 ? lines : [toned('dim', ['what differs is masked: ', said(family)])]
}

/** Variants to read: each with what changed marked in it. */
export function variantSampleDocument(sample: VariantSample): ReportDocument {
  const { dropped, made } = sample
  const share = made === 0 ? 0 : Number(((100 * dropped.length) / made).toFixed(2))
  const findings = sample.sample.map(
    ({ conversation, family, file, line, swaps, typed, variant }): Finding => ({
      ...toRead,
      group: said(conversation),
      title: said(variant),
      label: family,
      at: { file, line },
      lines: [...swaps.map((each) => said(each)), ...shownDifference(typed, family)],
    }),
  )
  return sampleDocument('variant', sample, {
    findings,
    lists: [
      {
        title: `dropped by the check of meaning: ${dropped.length} (${share} %)`,
        items: dropped.map((each) => [said(`${each.file}:${each.line}  ${each.variant}`), ': ', said(each.reason)]),
      },
    ],
  })
}
