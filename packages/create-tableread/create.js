#!/usr/bin/env node
// `npm create tableread` runs `tableread init`, in the version that this package depends on.
process.argv.splice(2, 0, 'init')
await import(new URL('bin/tableread.js', import.meta.resolve('tableread/package.json')).href)
