/** A part of a module: the changed files, and the tests that may notice. Changes to code that runs on import
 *  run all of these tests, so each part lists only the tests that were written for it, preferably unit tests.
 *  With `sample`, only this number of changes is tried, chosen pseudo-randomly with a fixed seed. `isolate`
 *  is for test files that share state of a module, such as the app with its indexes.
 *  @typedef {{ mutate: string[], tests: string[], usesDatabase?: boolean, sample?: number, isolate?: boolean
 *  }} Part */

const api = 'apps/api/src/'
const shared = 'packages/shared/src/'
const comments = (...files) => files.map((file) => `${api}features/comments/${file}.ts`)
const access = (...files) => files.map((file) => `${api}access/${file}.ts`)

/** @type {Record<string, Record<string, Part>>} */
export const modules = {
  access: {
    permissions: {
      mutate: access('permit', 'rights', 'actor', 'token-scope'),
      tests: access('permit.test', 'rights.test', 'actor.test'),
    },
    refusals: {
      mutate: access('refusal', 'require-project', 'find-actor-user'),
      tests: access('refusal.test', 'find-actor-user.test'),
      usesDatabase: true,
    },
    links: { mutate: access('link-tokens'), tests: access('link-tokens.test') },
    logins: { mutate: access('login-throttle'), tests: access('login-throttle.test'), usesDatabase: true },
    networks: { mutate: access('network'), tests: access('network.test') },
    rates: { mutate: access('rates/*'), tests: access('rates/*.test'), usesDatabase: true, sample: 60 },
  },
  validation: {
    schemas: {
      mutate: [`${shared}text.ts`, `${shared}entities/*.ts`],
      tests: [`${shared}text.test.ts`, `${shared}entities/*.test.ts`],
      sample: 150,
    },
    settings: { mutate: [`${api}config-values.ts`], tests: [`${api}config.test.ts`] },
    bodies: {
      mutate: [`${api}http/body/json-body.ts`, `${api}http/parse.ts`],
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
      mutate: comments('*.service', '*.routes', 'begin-message', 'pictures-for', 'replace-message'),
      tests: [...comments('*.test'), `${api}jobs/pictures.test.ts`, `${api}jobs/place-comments.test.ts`],
      usesDatabase: true,
      isolate: true,
      sample: 50,
    },
  },
  images: {
    keys: { mutate: access('image-keys'), tests: access('image-keys.test') },
    stored: {
      mutate: [`${api}models/image*.ts`],
      tests: [`${api}models/image.test.ts`],
      usesDatabase: true,
      sample: 150,
    },
    served: {
      mutate: [`${api}features/images/*.ts`, ...access('image-gate')],
      tests: [`${api}features/images/images.test.ts`, ...access('image-gate.test')],
      usesDatabase: true,
      sample: 60,
    },
  },
}
