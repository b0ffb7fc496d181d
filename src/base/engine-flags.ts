const flags = new Set<string>()

export function setEngineFlag(flag: string): void {
  flags.add(flag)
  process.getBuiltinModule('node:v8').setFlagsFromString(flag)
}

/** Sets them again once a thread has begun, with which V8 forgets that a nursery may not grow. */
export function renewEngineFlags(): void {
  for (const each of flags) setEngineFlag(each)
}
