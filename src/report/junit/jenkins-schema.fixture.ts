import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const published = readFileSync(resolve(import.meta.dirname, '../../../tests/report/jenkins-junit.xsd'), 'utf8')

const before = '<xs:attribute name="classname"'

/**
 * Jenkins' schema of JUnit files, extended only by `file` and `line` of cases, which its own reader ignores, and by the
 * `message` of skipped ones, which it shows.
 */
export const jenkinsSchema: string = published
  .replace(
    before,
    `<xs:attribute name="file" type="xs:string" use="optional"/>
            <xs:attribute name="line" type="xs:positiveInteger" use="optional"/>
            ${before}`,
  )
  .replace(
    '<xs:element name="skipped" type="xs:string"/>',
    `<xs:element name="skipped"><xs:complexType><xs:simpleContent><xs:extension base="xs:string">
            <xs:attribute name="message" type="xs:string" use="optional"/>
        </xs:extension></xs:simpleContent></xs:complexType></xs:element>`,
  )
