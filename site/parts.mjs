/**
 * The parts of the documentation, in the order in which people need them, and the pages of each by name. A page that
 * none names is one for users. The site, `llms.txt`, `llms-full.txt` and the budgets of words go by it.
 */
const users = {
  Start: ['start', 'tutorial', 'overview', 'recipes'],
  'Write suites': ['language', 'code', 'simulated-users', 'judges', 'grounded', 'histories'],
  'Check a draft': ['comparison', 'compare-flags', 'certainty', 'review', 'causes', 'snapshots', 'bisect', 'history'],
  'In CI': ['ci', 'reports', 'watching', 'vitest', 'scale', 'tapes', 'costs'],
  'Your own agent': [
    ...['your-agent', 'frameworks', 'your-agent-remote', 'models', 'tools', 'local-service', 'pull'],
    ...['safety', 'mcp'],
  ],
  'From what exists': ['import', 'import-traces', 'import-peers', 'chat'],
  'Stronger suites': ['suggest', 'teeth', 'vary', 'attack'],
}
/** What nobody has to read but who looks something up, doubts a figure or maintains Tableread. */
const others = {
  Reference: ['reference', 'commands', 'texts', 'problems', 'opentelemetry', 'networks', 'attack-library', 'glossary'],
  Measurements: ['measurements', 'measurements-comparison', 'measurements-scale'],
  'Maintain Tableread': [
    ...['reliability', 'performance', 'local-service-performance', 'contract', 'contract-teeth', 'licences'],
  ],
}

/** Each part with those of the given pages that it has; what no part names stands under `More`, behind those for users. */
export function partsOf(pages) {
  const named = Object.values({ ...users, ...others }).flat()
  const parts = { ...users, More: pages.filter((page) => !named.includes(page)), ...others }
  return Object.entries(parts).flatMap(([title, names]) => {
    const held = names.filter((name) => pages.includes(name))
    return held.length === 0 ? [] : [{ title, pages: held, isForUsers: !(title in others) }]
  })
}
