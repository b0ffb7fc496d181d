const flags = new Set<string>()

/**
 * Sets a flag of V8 for the whole process. Setting one makes V8 forget how far its nursery may grow, so what was set
 * before is set again.
 */
export function setEngineFlag(flag: string): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  for (const each of [flag, ...flags]) setFlagsFromString(each)
  flags.add(flag)
}
