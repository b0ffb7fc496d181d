import { describe, expect, it } from 'vitest'
import { createDecisions } from './decisions.ts'

function fakeStorage(): { kept: Map<string, string>; open: () => Pick<Storage, 'getItem' | 'setItem'> } {
  const values = new Map<string, string>()
  return {
    kept: values,
    open: () => ({
      getItem: (name) => values.get(name) ?? null,
      setItem: (name, value) => void values.set(name, value),
    }),
  }
}

describe('decisions', () => {
  it('are there again when the report is opened again', () => {
    const { open } = fakeStorage()
    createDecisions('a report', open).decide('x:1', 'approved')
    expect(createDecisions('a report', open).read()).toEqual({ 'x:1': 'approved' })
    expect(createDecisions('another', open).read()).toEqual({})
  })

  it('are taken back by the same decision again, and changed by the other', () => {
    const store = createDecisions('r', fakeStorage().open)
    store.decide('x:1', 'approved')
    store.decide('x:1', 'rejected')
    expect(store.read()).toEqual({ 'x:1': 'rejected' })
    store.decide('x:1', 'rejected')
    expect(store.read()).toEqual({})
  })

  it('stay in memory, and say why, where the browser keeps nothing', () => {
    const store = createDecisions('r', () => {
      throw new Error('storage is off')
    })
    store.decide('x:1', 'approved')
    expect([store.read(), store.forgets()]).toEqual([{ 'x:1': 'approved' }, 'storage is off'])
  })

  it('leave out what is no decision', () => {
    const { kept, open } = fakeStorage()
    kept.set('r', '{"x:1":"approved","y:2":"<script>"}')
    expect(createDecisions('r', open).read()).toEqual({ 'x:1': 'approved' })
    kept.set('r', 'not json')
    expect(createDecisions('r', open).read()).toEqual({})
  })
})
