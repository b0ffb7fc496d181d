import { resolve } from 'node:path'
import { it } from 'vitest'
import { readDialogues } from './dialogue.ts'
import { mutate, mutationKinds } from './mutate.ts'
import { replayAll } from './replay.ts'
import { toRecording } from './to-recording.ts'
it('probe', async () => {
  const recs = [...readDialogues(resolve(import.meta.dirname, '../../../shared/data/dialogues')).values()].flat().map(toRecording)
  let s = 1
  const pick = (n: number) => { s = (Math.imul(s, 1664525) + 1013904223) >>> 0; return s % Math.max(1, n) }
  const ms = recs.flatMap((p) => mutationKinds.flatMap((k) => { const m = mutate(p, k, pick); if (!m) { console.log('NA', k, p.id); } return m ? [{ m, p }] : [] }))
  const rs = await replayAll(ms.map(({ m, p }) => ({ recording: m.recording, pinned: p })))
  const c = new Map<string, number>()
  ms.forEach(({ m }, i) => {
    const r = rs[i]; const t = r?.turns[m.turn]
    const sig = [...new Set((t?.outcomes ?? []).filter((o) => o.verdict === 'failed').map((o) => o.kind + ('rule' in o ? ':' + o.rule : '') + (o.kind === 'law' ? ':' + o.finding.law : '') + (o.kind==='latency'?':'+o.subject:'')))].sort().join('+')
    const key = m.kind + ' => ' + sig
    c.set(key, (c.get(key) ?? 0) + 1)
  })
  console.log([...c].sort().map(([k, n]) => n + ' ' + k).join('\n'))
}, 300000)
