// @module-tag stress
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { importTalks } from '../../src/import/sessions/import-talks.ts'
import type { Talk } from '../../src/import/sessions/talk.ts'
import { readTraces } from '../../src/import/traces/read-traces.ts'
import type { TraceFormat } from '../../src/import/traces/trace-format.ts'
import { corpus, readCorpus } from './corpus.ts'
import {
  type TraceWriter,
  writeChat,
  writeChatLog,
  writeLangfuse,
  writeLangsmith,
  writeModelMessages,
  writeOtlp,
  writeResponses,
  writeUiMessages,
} from './trace-writers.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-traces-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A hundred recorded sessions from all corpora, with distinct ids. */
function hundred(): Talk[] {
  const shares = [40, 20, 20, 10, 10]
  const sessionIds = new Set<string>()
  return corpus.files.flatMap((file, index) => {
    const { talks } = readCorpus(file)
    const share = shares[index] ?? 0
    const every = Math.floor(talks.length / share)
    const sample = talks
      .filter((talk, at) => at % every === 0 && !sessionIds.has(talk.session.sessionId))
      .slice(0, share)
    for (const { session } of sample) sessionIds.add(session.sessionId)
    return sample.map((talk) => ({ ...talk, leftOut: [] }))
  })
}

/** The draft, without the locations of the sessions, which are in a different file each time. */
async function draftOf(talks: readonly Talk[], agent: string | null): Promise<string> {
  const keep = Number.MAX_SAFE_INTEGER
  const options = { suite: 'Imported', schema: './s.json', agent, keep, recordings: true, exact: true, custom: [] }
  const { text, refused, conversations, recordings } = await importTalks(talks, options)
  expect([refused, conversations]).toEqual([[], talks.length])
  return `${text}\n${JSON.stringify(recordings, null, 1)}`
    .replace(/ \([\w./-]+:\d+\)$/gm, '')
    .replace(/^ *# left out: 1 system prompt\n/gm, '')
}

/** What a format cannot represent. */
type Lacks = 'failures of tools' | 'the order of outputs'

/** The same talk, reduced to what a format can represent. */
function without(talk: Talk, lacks: readonly Lacks[]): Talk {
  const transcript = talk.session.transcript.map((entry) =>
    entry.type === 'function_call_output' && lacks.includes('failures of tools')
      ? { ...entry, is_error: false }
      : entry,
  )
  return { ...talk, session: { ...talk.session, transcript } }
}

const rows: { format: TraceFormat; as: string; write: TraceWriter; named: boolean; lacks: Lacks[]; prompts: number }[] =
  [
    {
      format: 'openai-chat',
      as: 'lists of messages',
      write: writeChat,
      named: false,
      lacks: ['failures of tools'],
      prompts: 100,
    },
    {
      format: 'openai-chat',
      as: 'requests with completions',
      write: writeChatLog,
      named: false,
      lacks: ['failures of tools'],
      prompts: 100,
    },
    {
      format: 'openai-responses',
      as: 'chains of responses',
      write: writeResponses,
      named: false,
      lacks: ['failures of tools'],
      prompts: 100,
    },
    { format: 'ai-sdk', as: 'ModelMessage', write: writeModelMessages, named: false, lacks: [], prompts: 100 },
    { format: 'ai-sdk', as: 'UIMessage', write: writeUiMessages, named: false, lacks: [], prompts: 0 },
    { format: 'otlp', as: 'GenAI spans', write: writeOtlp, named: true, lacks: [], prompts: 100 },
    { format: 'langfuse', as: 'traces with observations', write: writeLangfuse, named: true, lacks: [], prompts: 100 },
    { format: 'langsmith', as: 'runs', write: writeLangsmith, named: true, lacks: [], prompts: 100 },
  ]

describe.skipIf(!corpus.there)(`a hundred recorded sessions in other tools' formats${corpus.note}`, () => {
  it.each(rows)(
    '$format, $as: the same drafts',

    async ({ format, as, write, named, lacks, prompts }) => {
      const talks = hundred()
      expect(talks.length).toBe(100)
      const file = join(folder, `${format} ${as}.jsonl`)
      writeFileSync(
        file,
        write(talks)
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(''),
      )
      const traces = readTraces([file], 'auto', () => 'traces.jsonl')
      expect([traces.refused, traces.formats]).toEqual([[], [{ file: 'traces.jsonl', format }]])
      expect(traces.talks.filter(({ leftOut }) => leftOut.includes('1 system prompt')).length).toBe(prompts)
      const agent = named ? null : 'desk'
      const expected = await draftOf(
        talks.map((talk) => without(talk, lacks)),
        agent,
      )
      expect(await draftOf(traces.talks, agent)).toBe(expected)
      // The sessions do contain what the format cannot represent, so the reduction is not vacuous.
      if (lacks.length > 0) expect(await draftOf(talks, agent)).not.toBe(expected)
    },
  )
})
