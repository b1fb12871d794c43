/** The lowest version of a package in which a known vulnerability is fixed. Only packages of the lockfile are
 *  listed. If two major versions are in use, each has its own entry.
 *  @typedef {{ name: string, safe: string[], advisory: string, reason: string }} MinimumVersion */

/** @type {MinimumVersion[]} */
export const minimumVersions = [
  // Packages of the server.
  {
    name: 'multer',
    safe: ['2.2.0'],
    advisory: 'CVE-2026-3304, CVE-2026-2359, CVE-2026-3520',
    reason: 'malformed uploads, dropped connections and nested fields exhausted the server',
  },
  {
    name: 'body-parser',
    safe: ['2.2.1'],
    advisory: 'CVE-2025-13466',
    reason: 'a body of very many parameters held the server up',
  },
  {
    name: 'qs',
    safe: ['6.15.2'],
    advisory: 'CVE-2025-15284, CVE-2026-2391, CVE-2026-8723',
    reason: 'limits on arrays could be passed by, and a stringified one could throw',
  },
  {
    name: 'path-to-regexp',
    safe: ['6.3.0', '8.4.0'],
    advisory: 'CVE-2024-45296, CVE-2026-4926',
    reason: 'routes became expressions that never end',
  },
  { name: 'express', safe: ['5.0.0'], advisory: 'CVE-2024-43796', reason: 'redirects could carry markup' },
  { name: 'send', safe: ['1.1.0'], advisory: 'CVE-2024-43799', reason: 'redirects could carry markup' },
  {
    name: 'serve-static',
    safe: ['2.1.0'],
    advisory: 'CVE-2024-43800',
    reason: 'redirects could carry markup',
  },
  {
    name: 'cookie',
    safe: ['0.7.0', '1.0.0'],
    advisory: 'CVE-2024-47764',
    reason: 'a name or path could hold other fields',
  },
  {
    name: 'on-headers',
    safe: ['1.1.0'],
    advisory: 'CVE-2025-7339',
    reason: 'headers given as a list were changed',
  },
  {
    name: 'jsonwebtoken',
    safe: ['9.0.0'],
    advisory: 'CVE-2022-23539, CVE-2022-23540, CVE-2022-23541',
    reason: 'weak keys and unsigned tokens were accepted',
  },
  {
    name: 'jws',
    safe: ['4.0.1'],
    advisory: 'CVE-2025-65945',
    reason: 'an HMAC signature could pass unchecked',
  },
  {
    name: 'mongoose',
    safe: ['8.9.5'],
    advisory: 'CVE-2024-53900, CVE-2025-23061',
    reason: '$where could be smuggled into a populate',
  },
  {
    name: 'sharp',
    safe: ['0.32.6'],
    advisory: 'CVE-2023-4863',
    reason: 'a WebP image could write beyond its memory',
  },
  {
    name: 'follow-redirects',
    safe: ['1.15.6'],
    advisory: 'CVE-2024-28849',
    reason: 'credentials followed a redirect to another host',
  },
  {
    name: 'tar-fs',
    safe: ['3.1.1'],
    advisory: 'CVE-2025-59343',
    reason: 'an archive could write outside of its folder',
  },
  { name: 'minimist', safe: ['1.2.6'], advisory: 'CVE-2021-44906', reason: 'prototype pollution' },
  {
    name: 'semver',
    safe: ['6.3.1', '7.5.2'],
    advisory: 'CVE-2022-25883',
    reason: 'a range could become an expression that never ends',
  },
  // Packages of the browser, and those that build and test both.
  {
    name: 'react-router',
    safe: ['7.12.0'],
    advisory: 'CVE-2025-43864, CVE-2026-22029',
    reason: 'a redirect could run a script',
  },
  {
    name: 'vite',
    safe: ['8.0.5'],
    advisory: 'CVE-2025-30208, CVE-2025-62522',
    reason: 'the development server gave out files',
  },
  {
    name: 'esbuild',
    safe: ['0.28.1'],
    advisory: 'GHSA-67mh-4wv8-2f99, GHSA-gv7w-rqvm-qjhr',
    reason: 'any page could read from the development server',
  },
  {
    name: 'postcss',
    safe: ['8.4.31'],
    advisory: 'CVE-2023-44270',
    reason: 'comments could be taken for rules',
  },
  {
    name: 'nanoid',
    safe: ['3.3.8'],
    advisory: 'CVE-2024-55565',
    reason: 'a fractional size made ids that can be guessed',
  },
  {
    name: 'picomatch',
    safe: ['4.0.4'],
    advisory: 'CVE-2026-33671',
    reason: 'a pattern could become an expression that never ends',
  },
  {
    name: 'form-data',
    safe: ['4.0.4'],
    advisory: 'CVE-2025-7783',
    reason: 'boundaries could be guessed',
  },
  { name: 'formidable', safe: ['3.5.3'], advisory: 'CVE-2025-46653', reason: 'file names could be guessed' },
  {
    name: 'undici',
    safe: ['7.18.2'],
    advisory: 'CVE-2026-22036',
    reason: 'a chain of encodings could exhaust memory',
  },
  { name: 'tough-cookie', safe: ['4.1.3'], advisory: 'CVE-2023-26136', reason: 'prototype pollution' },
  { name: 'json5', safe: ['2.2.2'], advisory: 'CVE-2022-46175', reason: 'prototype pollution' },
  {
    name: 'yaml',
    safe: ['2.2.2'],
    advisory: 'CVE-2023-2251',
    reason: 'a document could end the process',
  },
  {
    name: 'path-parse',
    safe: ['1.0.7'],
    advisory: 'CVE-2021-23343',
    reason: 'a path could become an expression that never ends',
  },
  {
    name: 'ws',
    safe: ['7.5.10', '8.17.1'],
    advisory: 'CVE-2024-37890',
    reason: 'a request with very many headers ended the process',
  },
  {
    name: 'brace-expansion',
    safe: ['2.0.2'],
    advisory: 'CVE-2025-5889',
    reason: 'a pattern could become an expression that never ends',
  },
  {
    name: 'minimatch',
    safe: ['5.1.8', '9.0.7'],
    advisory: 'CVE-2026-27904',
    reason: 'a pattern could become an expression that never ends',
  },
  {
    name: 'playwright',
    safe: ['1.55.1'],
    advisory: 'CVE-2025-59288',
    reason: 'browsers were fetched without a check of the certificate',
  },
  { name: 'lodash-es', safe: ['4.17.23'], advisory: 'CVE-2025-13465', reason: 'prototype pollution' },
  {
    name: '@babel/runtime',
    safe: ['7.26.10'],
    advisory: 'CVE-2025-27789',
    reason: 'a named group could become an expression that never ends',
  },
]

/** Versions that contained malicious code for some hours (September 2025), although they are above their
 *  minimum.
 *  @type {Record<string, string>} */
export const compromised = {
  'ansi-regex': '6.2.1',
  'ansi-styles': '6.2.2',
  chalk: '5.6.1',
  'color-convert': '3.1.1',
  'color-name': '2.0.1',
  debug: '4.4.2',
  'error-ex': '1.3.3',
  'is-arrayish': '0.3.3',
  'slice-ansi': '7.1.1',
  'strip-ansi': '7.1.1',
  'supports-color': '10.2.1',
  'wrap-ansi': '9.0.1',
}
