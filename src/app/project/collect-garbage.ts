import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects garbage now. Reading a large suite leaves a syntax tree of a hundred megabytes behind; the heap would grow
 * beside it during the run instead of into it. Costs some 20 ms, so it is for large inputs only (measured by bench/).
 */
export function collectGarbage(): void {
  // Left alone, V8 lets a heap of this size grow fourfold before it collects again, though hardly any of that is kept.
  setFlagsFromString('--heap-growing-percent=20')
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}
