import { expect, it } from 'vitest'
import { hideSecrets } from '../../base/privacy/patterns.ts'
import { importFiles } from './import.fixture.ts'

it('hides keys, and what stands after names that say it is a secret', () => {
  expect(hideSecrets('UPDATE_CUSTOM HEADER|Authorization|Bearer abc123', '(hidden)')).toBe(
    'UPDATE_CUSTOM HEADER|Authorization|Bearer (hidden)',
  )
  expect(hideSecrets('{"apiKey":"VF.DM.1","name":"a"}', '(hidden)')).toBe('{"apiKey":"(hidden)","name":"a"}')
  expect(hideSecrets('use sk-abcdefghijklmnop1234 here', '(hidden)')).toBe('use (hidden) here')
  expect(hideSecrets('INTENT greeting', '(hidden)')).toBe('INTENT greeting')
})

it('leaves no secret of a hook in the suite or the report', () => {
  const made = importFiles({
    'a.convo.txt': 'a\n#begin\nUPDATE_CUSTOM HEADER|api_key|s3cr3t\n#me\n{"text": "hi", "token": "s3cr3t"}\n#bot\nhi\n',
  })
  expect(JSON.stringify(made)).not.toContain('s3cr3t')
  expect(made.suites[0]?.notes).toHaveLength(2)
})
