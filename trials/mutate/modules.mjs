/** A part of a module: the changed files, and the tests that may notice. Changes to code that runs on import
 *  run all of these tests, so each part lists only the tests that were written for it, preferably unit tests.
 *  With `sample`, only this number of changes is tried, chosen pseudo-randomly with a fixed seed. `isolate`
 *  is for test files that share state of a module, such as the app with its indexes.
 *  @typedef {{ mutate: string[], tests: string[], usesDatabase?: boolean, sample?: number, isolate?: boolean
 *  }} Part */

const api = 'apps/api/src/'
const shared = 'packages/shared/src/'
const comments = (...files) => files.map((file) => `${api}comments/${file}.ts`)
const core = (...files) => files.map((file) => `${api}core/${file}.ts`)
const accounts = (...files) => files.map((file) => `${api}accounts/${file}.ts`)
const limits = (...files) => files.map((file) => `${api}http/limits/${file}.ts`)
const images = (...files) => files.map((file) => `${api}images/${file}.ts`)

/** @type {Record<string, Record<string, Part>>} */
export const modules = {
  access: {
    permissions: {
      mutate: core('permit', 'rights', 'actor'),
      tests: core('permit.test', 'rights.test', 'actor.test'),
    },
    refusals: {
      mutate: core('refusal', 'actor'),
      tests: core('refusal.test', 'living-login.test'),
      usesDatabase: true,
    },
    links: { mutate: [`${api}base/seal.ts`], tests: [`${api}base/link-tokens.test.ts`] },
    logins: {
      mutate: accounts('login-throttle'),
      tests: accounts('login-throttle.test'),
      usesDatabase: true,
    },
    networks: { mutate: [`${api}http/identify.ts`], tests: [`${api}http/identify.test.ts`] },
    rates: {
      mutate: limits('limit-concurrency', 'rate-counter', 'rate-limits', 'rate-table'),
      tests: limits('concurrency-limit.test', 'counters.test'),
      usesDatabase: true,
      sample: 60,
    },
  },
  validation: {
    schemas: {
      mutate: [`${shared}text.ts`, `${shared}entities/*.ts`],
      tests: [`${shared}text.test.ts`, `${shared}entities/*.test.ts`],
      sample: 150,
    },
    settings: { mutate: [`${api}config-values.ts`], tests: [`${api}config.test.ts`] },
    bodies: {
      mutate: [`${api}http/body/json-body.ts`, `${api}http/route.ts`],
      tests: [`${api}http/body/read-json.test.ts`],
    },
  },
  comments: {
    messages: {
      mutate: comments('spot', 'request-digest', 'new-message', 'carry-to-newest', 'remaining-pictures'),
      tests: comments('spot.test', 'request-digest.test', 'message.test'),
      usesDatabase: true,
      sample: 150,
    },
    calls: {
      mutate: comments('*.service', '*.routes', 'store-message'),
      tests: [
        ...comments('*.test'),
        `${api}comments/picture-files.test.ts`,
        `${api}designs/place-comments.test.ts`,
      ],
      usesDatabase: true,
      isolate: true,
      sample: 50,
    },
  },
  images: {
    keys: { mutate: images('image-keys'), tests: images('image-keys.test') },
    stored: {
      mutate: images('image*.record'),
      tests: images('image.record.test'),
      usesDatabase: true,
      sample: 150,
    },
    served: {
      mutate: [...images('images.service', 'images.routes', 'image-keys')],
      tests: [...images('images.test', 'image-gate.test')],
      usesDatabase: true,
      sample: 60,
    },
  },
}
