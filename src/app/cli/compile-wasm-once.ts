import { subscribe } from 'node:diagnostics_channel'

/** The versions of Node on which the flag was seen to work; one that does not know it would print an error. */
const known = /^2[02]\./

/**
 * Lets V8 compile WebAssembly, by which the network reads answers, at once and not a second time, better. The second takes
 * 35 MB and lasts longer than a short run, which waits for it as it ends, and tens of thousands of answers are read no
 * faster for it. It holds for a whole process, so that only one of our own may ask for it: not Vitest's, where code of
 * others runs. It comes with the first connection, since Node loads its own modules more slowly from then on.
 */
export function compileWasmOnce(): void {
  if (!known.test(process.versions.node)) return
  subscribe('undici:client:beforeConnect', () =>
    process.getBuiltinModule('node:v8').setFlagsFromString('--liftoff-only'),
  )
}
