import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const published = readFileSync(resolve(import.meta.dirname, '../../../tests/report/jenkins-junit.xsd'), 'utf8')

const before = '<xs:attribute name="classname"'

/** Jenkins' schema of JUnit files, extended only by `file` and `line` of cases, which its own reader ignores. */
export const jenkinsSchema: string = published.replace(
  before,
  `<xs:attribute name="file" type="xs:string" use="optional"/>
            <xs:attribute name="line" type="xs:positiveInteger" use="optional"/>
            ${before}`,
)
