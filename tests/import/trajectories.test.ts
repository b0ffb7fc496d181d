import { describe, expect, it } from 'vitest'
import type { RecordedTalk } from '../../src/import/sessions/to-recording.ts'
import { parseScript } from '../../src/suite/language/script/parse.ts'
import { lintPlans } from '../../src/suite/lint/lint-plans.ts'
import { planScript } from '../../src/suite/plan/plan.ts'
import { corpus, corpusText, importAll, readCorpus } from './corpus.ts'
import { leaksIn, profileValues } from './profile-values.ts'
import { replayImported } from './replay-imported.ts'

/** TABLEREAD_IMPORT_ALL=1 replays every conversation instead of a sample. */
const all = process.env.TABLEREAD_IMPORT_ALL === '1'
const minutes = 60_000

describe.skipIf(!corpus.there)(`the import of real dialogues${corpus.note}`, () => {
  it('reads all 220 trajectories and all 487 dialogues', { timeout: 5 * minutes }, () => {
    const counts = corpus.files.map((file) => {
      const { talks, refused } = readCorpus(file)
      return [file, talks.length, refused.length]
    })
    expect(counts).toEqual([
      ['trajectories.jsonl', 220, 0],
      ['dialogues/star.jsonl', 210, 0],
      ['dialogues/sgd.jsonl', 203, 0],
      ['dialogues/tau-bench.jsonl', 34, 0],
      ['dialogues/tau2-bench.jsonl', 40, 0],
    ])
  })
  it.each(corpus.files)(
    'writes suites of %s that parse, lint clean and are green on replay',
    { tags: 'stress' },
    async (file) => {
      const every = all ? 1 : file === 'trajectories.jsonl' ? 7 : 10
      const read = readCorpus(file, every)
      const imported = await importAll(read)
      expect([imported.conversations, imported.refused]).toEqual([read.talks.length, []])
      const parsed = parseScript((imported.text ?? '').replace('reviewed: false', 'reviewed: true'), 'imported.yaml')
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
      const defaults = { versions: ['default'], versionsGiven: true, timeLimitMs: 30_000, stopAfterFailure: true }
      expect(lintPlans([parsed.script], planScript(parsed.script, defaults), null).problems).toEqual([])
      const results = await replayImported(imported)
      const red = results.filter(({ verdict }) => verdict !== 'passed').map(({ name, verdict }) => [name, verdict])
      expect([results.length, red]).toEqual([read.talks.length, []])
      if (all) process.stdout.write(`${file}: ${results.length} imported and green on replay\n`)
    },
  )
  it.each(corpus.files)(
    'writes suites of %s that fail when the agent drops a call',
    { timeout: 5 * minutes },
    async (file) => {
      const imported = await importAll(readCorpus(file, 20))
      const recordings = imported.recordings.map(dropFirstCall)
      const dropped = new Set(recordings.flatMap(({ changed, id }) => (changed ? [id] : [])))
      const results = await replayImported({ ...imported, recordings })
      const verdicts = results.map(({ verdict }, index) => [verdict, dropped.has(recordings[index]?.id ?? '')])
      expect(dropped.size).toBeGreaterThan(0)
      expect(verdicts.filter(([verdict, changed]) => (verdict === 'failed') !== changed)).toEqual([])
    },
  )
  it.each(corpus.files)(
    'leaves no email, number, street or name of a profile of %s',
    { tags: 'stress' },
    async (file) => {
      const values = profileValues(corpusText(file))
      const imported = await importAll(readCorpus(file))
      const text = `${imported.text}\n${JSON.stringify(imported.recordings)}`
      if (file.startsWith('tra')) expect(values.fullNames.size).toBeGreaterThan(40)
      expect(leaksIn(text, values)).toEqual([])
    },
  )
  it('would see a name that is left', () => {
    const values = profileValues(
      '{"output":"{\\"first_name\\":\\"Mia\\",\\"last_name\\":\\"Li\\",\\"email\\":\\"m@x.example\\"}"}',
    )
    expect(leaksIn('the user mia_li_36, Mia', values)).toEqual(['mia_li', 'Mia'])
    expect(leaksIn('mail M@x.example', values)).toEqual(['m@x.example'])
  })
})

/** The same recording without its first call. */
function dropFirstCall(recording: RecordedTalk): RecordedTalk & { changed: boolean } {
  let changed = false
  const turns = recording.turns.map((turn) => {
    const at = changed ? -1 : turn.lines.findIndex(({ kind }) => kind === 'call')
    changed ||= at !== -1
    return { ...turn, lines: turn.lines.filter((_, index) => index !== at) }
  })
  return { ...recording, turns, changed }
}
