import { createMemoryStore } from './memory-store.ts'
import { describeStore } from './store.fixture.ts'

describeStore('the store in memory', createMemoryStore)
