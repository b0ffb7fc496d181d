import { basename, join, resolve } from 'node:path'
import { groupBy } from '../../../base/group-by.ts'
import { count } from '../../../base/wording.ts'
import type { AttackResult, Harm } from '../../../compare/attack/attack-result.ts'
import { cleanLine } from '../../../report/text/line.ts'
import { type KeptTalk, writeKept } from '../../../suite/attack/write-kept.ts'
import { schemaOf } from '../../project/find-suites.ts'
import { writeGiven } from '../../project/given-files.ts'
import { complain } from '../../project/print.ts'
import { insistOwn, isSuitePath, type Keeper } from './kept-file.ts'

export const attackKeeper: Keeper = {
  flag: '--keep',
  mark: 'Attacks that an agent gave in to, kept by tableread attack --keep; take this line out to keep what you change.',
}

/** What keeping needs beside the result: the texts of the files, and what each talk smuggled in. */
export interface KeptSources {
  textOf(file: string): string | undefined
  metadataOf(harm: Harm): { goalLine: number; metadata: object | null }
}

/**
 * Writes each harm as a conversation: into a suite for each file of attacks, in a folder, or into one suite. Gives how many were kept, and
 * why others were not. What was said in it is what reports show.
 * @throws UsageError for a file that somebody else wrote
 */
export function keepAttacks(
  path: string,
  { harms }: Pick<AttackResult, 'harms'>,
  { textOf, metadataOf }: KeptSources,
): { kept: number; left: string[] } {
  const left: string[] = []
  let kept = 0
  for (const [index, group] of groupBy(harms, ({ file }) => file).entries()) {
    const [{ file, attacks }] = group
    const target = isSuitePath(path) ? path : join(path, `${basename(file).replace(/\.ya?ml$/i, '')}.attacks.yaml`)
    if (isSuitePath(path) && index > 0) {
      left.push(
        `${count(group.length, 'attack')} of ${file} not kept: ${path} has those of another file; name a folder`,
      )
      continue
    }
    const text = textOf(file)
    const talks = group.map((harm) => talkOf(harm, metadataOf(harm)))
    const head = [attackKeeper.mark, `yaml-language-server: $schema=${schemaOf(resolve(target), process.cwd())}`]
    const written = text === undefined ? null : writeKept(text, talks, `${attacks}, attacks kept`, head)
    if (written === null) {
      left.push(`${count(group.length, 'attack')} of ${file} not kept: its goals cannot be copied`)
      continue
    }
    insistOwn(target, attackKeeper)
    writeGiven(target, written)
    complain(`kept ${count(group.length, 'attack')} in ${target}\n`)
    kept += group.length
  }
  return { kept, left }
}

function talkOf(harm: Harm, own: Pick<KeptTalk, 'goalLine' | 'metadata'>): KeptTalk {
  const { goal, attack, seed, version, family, file, line, said } = harm
  return {
    name: `${goal}: ${attack} ~${seed}${version === 'default' ? '' : ` [${version}]`}`,
    note: cleanLine(`${family}: ${attack}, seed ${seed}; ${file}:${line}`),
    said: said.map((text) => text.replaceAll('{{', '{ {')),
    told: toldIn(harm),
    ...own,
  }
}

/** The text that was told, as it stood in the reply; where it came in pieces or by first letters, the whole of what was said. */
function toldIn({ leak, run, turn }: Harm): string[] {
  if (leak === null) return []
  const isWhole = leak.form !== 'in pieces' && leak.form !== 'by first letters'
  const said = (run.turns[turn]?.entries ?? []).flatMap((entry) =>
    entry.type === 'message' && entry.role === 'assistant'
      ? entry.content.flatMap((item) => (item.type === 'text' ? [item.text] : []))
      : [],
  )
  return [leak.text, ...(isWhole ? [leak.as] : said)].map((text) => text.replaceAll('{{', '{ {'))
}
